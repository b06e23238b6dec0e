/**
 * The whole suite: build, types, lint, then the test lanes, in an order shuffled by a printed seed. The lane that runs real tools waits for
 * them most of the time, so the others run beside it. Afterwards we look for what a test must not leave behind: processes (by an
 * environment tag) and files (in the temporary folder that the run owns).
 *
 *   npm test                     every lane
 *   npm test -- unit cli         these lanes only
 *   UNFLAKE_TEST_SEED=7 npm test the order of an earlier run
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(top, 'node_modules', '.bin', name);
// unflake-allow wall-clock: a fresh seed for every run, printed
const seed = process.env.UNFLAKE_TEST_SEED ?? String(process.pid * 7919 + (Date.now() % 1_000_000));
// unflake-allow name-from-clock: the processes of this run alone are looked for
const tag = `UNFLAKE_SUITE_${process.pid}`;
const temporary = mkdtempSync(join(tmpdir(), 'unflake-suite-'));
// Some tests start programs as an ordinary user, who must be able to pass through.
chmodSync(temporary, 0o711);
const env = {
  ...process.env,
  [tag]: '1',
  UNFLAKE_TEST_SEED: seed,
  TMPDIR: temporary,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

/** What tools keep in the temporary folder for their next run: compiled code, Jest's cache, the testkit's register of names. */
const KEPT = /^(v8-compile-cache|node-compile-cache|jest_|unflake-runs-)/;

const STEPS = {
  build: [[bin('tsc'), '-b', 'packages/testkit', 'packages/unflake']],
  types: [
    [bin('tsc'), '-p', 'packages/testkit/tsconfig.test.json'],
    [bin('tsc'), '-p', 'packages/unflake/tsconfig.test.json'],
    [bin('tsc'), '-p', 'examples/migration/tsconfig.json'],
    [bin('tsc'), '-p', 'fixtures/tsconfig.json'],
  ],
  lint: [[bin('biome'), 'check', '.']],
};
const LANES = ['architecture', 'unit', 'contract', 'testkit', 'parity', 'services', 'cli', 'runners'];
/** As long as all the others together. */
const LONG_LANE = 'runners';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS) && !LANES.includes(name));
if (unknown.length > 0) {
  console.error(`no lane named ${unknown.join(', ')}; there are: ${[...Object.keys(STEPS), ...LANES].join(', ')}`);
  process.exit(2);
}
const wanted = (name) => asked.length === 0 || asked.includes(name) || name === 'build';

console.log(`order of tests: UNFLAKE_TEST_SEED=${seed}`);
const tally = { passed: 0, failed: 0 };
const broken = [];
for (const [name, commands] of Object.entries(STEPS)) {
  if (!wanted(name)) continue;
  for (const command of commands) if ((await run(command)) !== 0) broken.push(name);
  if (broken.includes('build')) break;
}
if (!broken.includes('build')) {
  const longLane = availableParallelism() > 1 ? LONG_LANE : null;
  const inTurn = async (names) => {
    for (const name of names.filter(wanted)) await runLane(name);
  };
  await Promise.all([
    inTurn(LANES.filter((name) => name === longLane)),
    inTurn(LANES.filter((name) => name !== longLane)),
  ]);
}
broken.push(...(await leftovers()));
rmSync(temporary, { recursive: true, force: true });

if (broken.length > 0) console.log(`\nnot green: ${broken.join(' · ')}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = broken.length === 0 && tally.failed === 0 && (asked.length > 0 || tally.passed > 0) ? 0 : 1;

async function runLane(name) {
  const began = performance.now();
  console.log(`— ${name} …`);
  const report = join(temporary, `${name}.json`);
  const vitest = [bin('vitest'), 'run', '--project', name, '--reporter=dot', '--reporter=json'];
  const { code, output } = await runQuietly([...vitest, `--outputFile.json=${report}`]);
  let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  try {
    counts = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    console.log(`${name}: no report (${error.message})`);
  }
  tally.passed += counts.numPassedTests;
  tally.failed += counts.numFailedTests;
  const skipped = counts.numPendingTests + counts.numTodoTests;
  // Lanes run side by side, so what one says is shown in one piece, and only where there is something to see.
  if (code !== 0) console.log(output);
  if (code !== 0) broken.push(name);
  if (skipped > 0) broken.push(`${name}: ${skipped} skipped, which no test may be`);
  if (counts.numPassedTests + counts.numFailedTests === 0) broken.push(`${name}: no test ran`);
  rmSync(report, { force: true });
  const failed = counts.numFailedTests > 0 ? `, ${counts.numFailedTests} failed` : '';
  console.log(
    `${name}: ${counts.numPassedTests} passed${failed}, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
}

function run(argv) {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0], argv.slice(1), { cwd: top, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Keeps what the command says; only that something is being installed is shown at once. */
function runQuietly(argv) {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0], argv.slice(1), { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const hear = (piece) => {
      output += piece;
      for (const line of piece.split('\n')) if (line.endsWith('(once)')) console.log(line);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: signal ? 1 : code, output }));
  });
}

/** Processes that still carry this run's tag, and files that tests left in the run's temporary folder. */
async function leftovers() {
  const found = [];
  const deadline = performance.now() + 5000;
  let alive = tagged();
  // unflake-allow fixed-timeout-poll: what is not gone by then is told as left behind
  while (alive.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    alive = tagged();
  }
  for (const { pid, words } of alive) {
    found.push(`process left behind: ${words}`);
    process.kill(pid, 'SIGKILL');
  }
  for (const name of readdirSync(temporary).sort()) if (!KEPT.test(name)) found.push(`file left behind: ${name}`);
  return found;
}

function tagged() {
  const found = [];
  for (const entry of readdirSync('/proc').sort()) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'latin1').includes(`${tag}=1`)) continue;
      const words = readFileSync(`/proc/${entry}/cmdline`, 'latin1').split('\0').join(' ').trim();
      if (words !== '') found.push({ pid: Number(entry), words: words.slice(0, 200) });
    } catch (error) {
      if (!['ENOENT', 'ESRCH', 'EACCES'].includes(error.code)) throw error;
    }
  }
  return found;
}
