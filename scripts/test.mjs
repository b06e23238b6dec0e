/**
 * The whole suite: the build, then types, lint and the test lanes, in an order shuffled by a printed seed. What a lane needs is installed
 * before it starts. Afterwards we check for what a test must not leave behind: processes (by an environment tag) and files (in the temporary
 * folder of the run).
 *
 *   npm test                     every lane
 *   npm test -- unit cli         these lanes only
 *   npm test -- nextest          a lane that runs only when it is asked for
 *   npm test -- <file> …         these files of tests only
 *   npm test -- --slow           and the lane `slow`, and the files that cost most, at the end; it says which files start first from now on
 *   npm test -- slow             the lane `slow` only
 *   UNFLAKE_TEST_SEED=7 npm test the order of an earlier run
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stage } from './pack.mjs';
import { runFiles, runLane } from './test/lane.mjs';
import { isDefault, isOrdered, LANES, ON_DEMAND, ROWS, WITH_PROGRAM, WITH_TOOLS } from './test/lanes.mjs';
import { leftovers } from './test/leftovers.mjs';
import { PROOFS, writeProof } from './test/proven.mjs';
import { bin, run } from './test/run.mjs';
import { setUp } from './test/set-up.mjs';
import { slowest } from './test/slowest.mjs';

const BUILD = [
  [bin('tsc'), '-b', 'packages/testkit', 'packages/unflake'],
  [bin('vite'), 'build', 'packages/dashboard'],
];
const CHECKS = {
  types: [
    [bin('tsc'), '-p', 'packages/testkit/tsconfig.test.json'],
    [bin('tsc'), '-p', 'packages/unflake/tsconfig.test.json'],
    [bin('tsc'), '-p', 'packages/dashboard/tsconfig.json'],
    [bin('tsc'), '-p', 'examples/migration/tsconfig.json'],
    [bin('tsc'), '-p', 'fixtures/tsconfig.json'],
  ],
  lint: [[bin('biome'), 'check', '.']],
};

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const files = asked.filter((word) => /\.test\.ts$/.test(word));
const names = asked.filter((word) => !files.includes(word));
const unknown = [
  ...flags.filter((flag) => flag !== '--slow'),
  ...names.filter((name) => name !== 'build' && !(name in CHECKS) && !LANES.includes(name)),
];
if (unknown.length > 0) {
  console.error(
    `no lane named ${unknown.join(', ')}; there are: ${['build', ...Object.keys(CHECKS), ...LANES].join(', ')}`,
  );
  console.error('and files of tests by their path, and --slow');
  process.exit(2);
}
const wanted = (name) => (asked.length === 0 ? isDefault(name, flags.includes('--slow')) : names.includes(name));

// unflake-allow wall-clock: a fresh seed for every run, printed
const seed = process.env.UNFLAKE_TEST_SEED ?? String(process.pid * 7919 + (Date.now() % 1_000_000));
console.log(`order of tests: UNFLAKE_TEST_SEED=${seed}`);
const tools = WITH_TOOLS.some(wanted) ? await setUp(console.log) : { installed: Promise.resolve() };
if (tools === null) process.exit(1);

// unflake-allow name-from-clock: only the processes of this run are searched for
const tag = `UNFLAKE_SUITE_${process.pid}`;
const temporary = mkdtempSync(join(tmpdir(), 'unflake-suite-'));
// Some tests start programs as an ordinary user, who needs access.
chmodSync(temporary, 0o711);
const costs = join(temporary, 'costs');
const program = join(temporary, 'program');
const env = {
  ...process.env,
  [tag]: '1',
  UNFLAKE_TEST_SEED: seed,
  UNFLAKE_TOOLS_PREPARED: '1',
  ...(flags.includes('--slow') ? { UNFLAKE_TEST_COSTS: costs } : {}),
  TMPDIR: temporary,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

const tally = { passed: 0, failed: 0 };
const broken = [];
let isInstalled = false;
const installed = tools.installed.then(
  () => {
    isInstalled = true;
  },
  (error) => {
    console.log(error.stack);
    broken.push('what the lanes need is not installed');
  },
);
if (!(await build())) broken.push('build');
else {
  if (WITH_PROGRAM.some(wanted)) {
    await stage(program);
    env.UNFLAKE_TEST_BIN = join(program, 'bin', 'unflake.js');
  }
  const rows = [...ROWS, ON_DEMAND].map((row) => row.filter(wanted));
  if (availableParallelism() > 1) await Promise.all([...rows.map(inTurn), checks()]);
  else await inTurn(rows.flat()).then(checks);
  if (files.length > 0) broken.push(...(await runFiles(files, { env })));
}
if (flags.includes('--slow')) {
  console.log(`\n${slowest(costs)}`);
  if (asked.length === 0 && broken.length === 0) {
    const { writeLongestFirst } = await import('./test/longest-first.mjs');
    writeLongestFirst(costs, isOrdered);
  }
}
for (const path of [costs, program]) rmSync(path, { recursive: true, force: true });
broken.push(...(await leftovers({ tag, temporary })));
rmSync(temporary, { recursive: true, force: true });

if (broken.length === 0) for (const lane of Object.keys(PROOFS).filter(wanted)) writeProof(lane);
if (broken.length > 0) console.log(`\nnot green: ${broken.join(' · ')}`);
if (files.length === 0) console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = broken.length === 0 && tally.failed === 0 && (asked.length > 0 || tally.passed > 0) ? 0 : 1;

/** While tools are installed, lanes that need none come first. */
async function inTurn(lanes) {
  const waiting = [...lanes];
  while (waiting.length > 0) {
    const ready = isInstalled ? 0 : waiting.findIndex((name) => !WITH_TOOLS.includes(name));
    if (ready === -1) await installed;
    if (ready === -1 && !isInstalled) return;
    const [name] = waiting.splice(Math.max(ready, 0), 1);
    const done = await runLane(name, { env, temporary });
    tally.passed += done.passed;
    tally.failed += done.failed;
    broken.push(...done.broken);
  }
}

async function build() {
  for (const command of BUILD) if ((await run(command, env)) !== 0) return false;
  return true;
}

async function checks() {
  for (const [name, commands] of Object.entries(CHECKS).filter(([name]) => wanted(name)))
    for (const command of commands) if ((await run(command, env)) !== 0) broken.push(name);
}
