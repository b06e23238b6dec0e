/** Kills a workspace repeatedly with SIGKILL, resumes it, and checks the invariants after each kill. Throws on the first violation. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '../../dist/store/sqlite/open-sqlite-store.js';

const DRIVER = fileURLToPath(new URL('./kill-driver.mjs', import.meta.url));
/** A keeper reads the whole process table several times, which took a second at a load of 28; what is left behind stays for ever. */
const GONE_WITHIN_MS = 120_000;

/**
 * `moments`: how long each kill waits after the process has started, in ms. The last run is left alone. `env`: added to that of the
 * workspace.
 */
export async function killLoop(folder, moments, env = {}) {
  let caseId;
  let before = new Map();
  let linesBefore = 0;
  let kills = 0;
  const recordedAtKill = [];
  for (const moment of [...moments, undefined]) {
    const { tag, ...ended } = await runDriver(folder, caseId, moment, env);
    caseId = ended.caseId;
    if (ended.killed) kills += 1;
    await gone(tag);
    const after = await recorded(folder, caseId);
    const lines = ledger(folder);
    for (const [seq, result] of before) assert.deepEqual(after.get(seq), result, `trial ${seq} was lost or changed`);
    for (const seed of lines.slice(linesBefore)) {
      assert.ok(!before.has(Number(seed) + 1), `trial ${Number(seed) + 1} was recorded, and run again`);
    }
    if (ended.killed) recordedAtKill.push(after.size);
    if (ended.finding) {
      assert.deepEqual(readdirSync(join(folder, 'runs')), [], 'folders left behind');
      return { kills, recordedAtKill, finding: ended.finding, runs: lines.length, trials: after.size };
    }
    before = after;
    linesBefore = lines.length;
  }
  throw new Error('the last run did not finish');
}

async function runDriver(folder, caseId, moment, env) {
  const driver = spawn(process.execPath, [DRIVER, folder, ...(caseId ? [caseId] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exited = new Promise((resolve) => driver.on('exit', (code, signal) => resolve({ code, signal })));
  let output = '';
  let begun;
  const began = new Promise((resolve) => {
    begun = resolve;
  });
  driver.stdout.on('data', (data) => {
    output += data;
    if (output.includes('\n')) begun();
  });
  await Promise.race([began, exited]);
  if (moment !== undefined) {
    await Promise.race([pause(moment), exited]);
    driver.kill('SIGKILL');
  }
  const { code, signal } = await exited;
  const [first, second] = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  assert.ok(signal === 'SIGKILL' || code === 0, `the process ended with ${code ?? signal}`);
  return { ...first, finding: second?.finding, killed: signal === 'SIGKILL' };
}

/** Nothing that carries the tag or writes to its files is alive, nor the keeper, which names it as an argument. */
async function gone(tag) {
  const deadline = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const left = readdirSync('/proc')
      .sort()
      .filter((pid) => /^\d+$/.test(pid) && mentions(pid, tag));
    if (left.length === 0) return;
    assert.ok(performance.now() < deadline, `processes left behind: ${left.join(' ')}`);
    await pause(20);
  }
}

function mentions(pid, tag) {
  const files = `/.unflake-${tag.replace('UNFLAKE_TAG_', '').replaceAll('_', '-')}-`;
  return (
    reading(() => readFileSync(`/proc/${pid}/environ`, 'latin1')).includes(tag) ||
    reading(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')).includes(tag) ||
    reading(() => readlinkSync(`/proc/${pid}/fd/1`)).includes(files)
  );
}

function reading(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === undefined) throw error;
    return '';
  }
}

async function recorded(folder, caseId) {
  const store = openSqliteStore(join(folder, 'store.db'));
  const results = new Map((await store.trials(caseId)).map(({ seq, result }) => [seq, result]));
  await store.close();
  return results;
}

function ledger(folder) {
  const path = join(folder, 'ledger');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
