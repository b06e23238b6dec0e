/**
 * The cost of a test file, for `npm test -- --slow`: CPU time of its worker and of every process that the worker waited for. Wall time says
 * little while lanes run in parallel. Loaded by each worker before its file.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

const top = fileURLToPath(new URL('../..', import.meta.url));
// A worker without isolation runs several files: earlier CPU time belongs to the earlier ones.
const USED_BEFORE = Symbol.for('unflake-suite-used-before');
const began = performance.now();

afterAll(() => {
  const used = secondsUsed();
  const cpu = used - (process[USED_BEFORE] ?? 0);
  process[USED_BEFORE] = used;
  const file = relative(top, expect.getState().testPath);
  const wall = (performance.now() - began) / 1000;
  appendFileSync(process.env.UNFLAKE_TEST_COSTS, `${JSON.stringify({ file, cpu, wall })}\n`);
});

/** User and system time of this process and of its exited children; Linux counts them in hundredths of a second. */
function secondsUsed() {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100;
}
