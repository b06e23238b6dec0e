/** Runs one lane, or some files of any lane, and counts. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { orderOf, transformCache, WORKERS } from './lanes.mjs';
import { bin, run, runQuietly } from './run.mjs';

// Results of simulations, and notes that something is being installed.
const SHOWN = /(?:power|mistakes) \d\.\d\d \(|\(once\)$/;

/** @returns {Promise<{ passed: number, failed: number, broken: string[] }>} */
export async function runLane(name, { env, temporary }) {
  const began = performance.now();
  console.log(`— ${name} …`);
  const report = join(temporary, `${name}.json`);
  const order = orderOf(name);
  const vitest = [bin('vitest'), 'run', '--project', name, ...order.flags, '--reporter=dot', '--reporter=json'];
  const workers = WORKERS[name] === undefined ? [] : [`--maxWorkers=${WORKERS[name]}`];
  const kept = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${transformCache(name)}`];
  const isShown = (line) => SHOWN.test(line);
  const { code, output } = await runQuietly(
    [...vitest, ...workers, ...kept, `--outputFile.json=${report}`],
    { ...env, ...order.env },
    isShown,
  );
  let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  try {
    counts = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    console.log(`${name}: no report (${error.message})`);
  }
  rmSync(report, { force: true });
  const { numPassedTests: passed, numFailedTests: failed } = counts;
  const skipped = counts.numPendingTests + counts.numTodoTests;
  const broken = [];
  // Lanes run in parallel, so the output of each is shown in one piece, and only if there is something to see.
  if (code !== 0) console.log(output);
  if (code !== 0) broken.push(name);
  if (skipped > 0) broken.push(`${name}: ${skipped} skipped, which no test may be`);
  if (passed + failed === 0) broken.push(`${name}: no test ran`);
  const alsoFailed = failed > 0 ? `, ${failed} failed` : '';
  console.log(`${name}: ${passed} passed${alsoFailed}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { passed, failed, broken };
}

/** Shows all output as it arrives. */
export async function runFiles(files, { env }) {
  return (await run([bin('vitest'), 'run', ...files], env)) === 0 ? [] : [files.join(' ')];
}
