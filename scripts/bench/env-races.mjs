/**
 * Starts two full runs of one suite at the same instant, repeatedly: never both inside, never a lost update. Needs `npm run build`.
 *
 *   node scripts/bench/env-races.mjs [rounds]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INDEPENDENT, SEQUENTIAL, writeSmallSuite } from './env/small-suite.mjs';

const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const rounds = Number(process.argv[2] ?? 50);
const project = mkdtempSync(join(tmpdir(), 'unflake-env-races-'));
const failures = [];
const total = new Map();
try {
  writeSmallSuite(project);
  for (let round = 1; round <= rounds; round += 1) {
    writeFileSync(join(project, 'log'), '');
    // Every other round starts from the state that the previous one left.
    if (round % 2 === 1) rmSync(join(project, 'test', '.envs'), { recursive: true, force: true });
    const ends = await Promise.all([run(), run()]);
    const why = wrong(ends);
    if (why !== null) failures.push(`round ${round}: ${why}`);
    process.stderr.write(why === null ? '.' : '!');
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
process.stderr.write('\n');
for (const failure of failures) console.log(failure);
console.log(`${rounds} rounds of two full runs at once: ${failures.length} wrong`);
process.exitCode = failures.length === 0 ? 0 : 1;

function run() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, 'env', 'run', '--json', '--quiet'], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (piece) => (text += piece));
    child.stderr.on('data', (piece) => (text += piece));
    child.on('close', (code) => resolve({ code, text }));
  });
}

/**
 * Each requested step has run twice in its environment, the foundation as often as the two runs report, and the counts agree with the log.
 */
function wrong(ends) {
  const bad = ends.find(({ code }) => code !== 0);
  if (bad !== undefined) return `a run ended with ${bad.code}: ${bad.text.slice(-2_000)}`;
  const log = readFileSync(join(project, 'log'), 'utf8').trim().split('\n');
  const ran = (name) => log.filter((line) => line === name).length;
  for (const step of SEQUENTIAL)
    if (ran(`${step}@sequential`) !== 2) return `${step} ran ${ran(`${step}@sequential`)} times`;
  for (const step of INDEPENDENT) {
    const name = `${step}@${step.slice('test-'.length)}`;
    if (ran(name) !== 2) return `${name} ran ${ran(name)} times`;
  }
  const said = ends.flatMap(({ text }) => JSON.parse(text).result.steps).length;
  if (said !== log.length) return `the runs speak of ${said} steps, the log of ${log.length}`;
  const inside = readdirSync(join(project, 'counts'))
    .sort()
    .filter((name) => name.startsWith('inside-'));
  if (inside.length > 0) return `left behind: ${inside.join(', ')}`;
  return lostUpdate(log);
}

/** The counters continue from round to round; a lost update leaves one below the log. */
function lostUpdate(log) {
  for (const name of log) total.set(name, (total.get(name) ?? 0) + 1);
  for (const [name, times] of total) {
    const counted = Number(readFileSync(join(project, 'counts', name), 'utf8'));
    if (counted !== times) return `${name} ran ${times} times and counted ${counted}`;
  }
  return null;
}
