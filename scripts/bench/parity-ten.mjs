/**
 * Runs the parity lane ten times in the same order: within a run the transports must agree, and every run must give the same normalised
 * envelopes as the first. Needs the build.
 *
 *   node scripts/bench/parity-ten.mjs [runs]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const runs = Number(process.argv[2] ?? 10);
const top = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(top, 'node_modules/vitest/vitest.mjs');
const place = mkdtempSync(join(tmpdir(), 'unflake-parity-ten-'));

/** What a run compared, one line each, in an order that does not depend on timing. */
function once(run) {
  const record = join(place, `${run}.jsonl`);
  const env = { ...process.env, UNFLAKE_PARITY_RECORD: record, UNFLAKE_TEST_SEED: '1' };
  const began = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--project', 'parity', '--reporter=dot'], {
    cwd: top,
    env,
    encoding: 'utf8',
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  if (status !== 0) throw new Error(`run ${run}: the transports did not agree\n${stdout}`);
  return { seconds, lines: readFileSync(record, 'utf8').trimEnd().split('\n').sort() };
}

try {
  console.log(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  const first = once(1);
  console.log(`run 1: ${first.lines.length} comparisons, ${first.seconds} s`);
  for (let run = 2; run <= runs; run += 1) {
    const { lines, seconds } = once(run);
    const other = lines.findIndex((line, at) => line !== first.lines[at]);
    if (lines.length !== first.lines.length || other !== -1)
      throw new Error(`run ${run} differs from the first:\n${first.lines[other]}\n${lines[other]}`);
    console.log(`run ${run}: the same, ${seconds} s`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
