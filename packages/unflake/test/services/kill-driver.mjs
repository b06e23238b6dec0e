/**
 * A separate process for tests that kill it: drives a scripted plan over a real command, with the case in a store.
 * Each trial writes a line into a ledger when it really runs, and leaks a process that has
 * changed its session; every other one has thrown its environment away as well, and every sixth its output, too.
 *
 * Where there is no C compiler, a process without both cannot be found and is not leaked.
 *
 *   node kill-driver.mjs <folder> [<case id>]
 *
 * Prints one JSON line `{tag, caseId}` when it has begun, and `{finding}` when it is done.
 */
import { join } from 'node:path';
import { drive } from '../../dist/engine/drive/drive.js';
import { local } from '../../dist/engine/executors/local.js';
import { starterProgram } from '../../dist/engine/process/starter-program.js';
import { runTag } from '../../dist/engine/process/tags.js';
import { runTrial } from '../../dist/engine/trial/run-trial.js';
import { openWorkspace } from '../../dist/engine/trial-workspace.js';
import { openSqliteStore } from '../../dist/store/sqlite/open-sqlite-store.js';

const [folder, resumed] = process.argv.slice(2);
const ledger = join(folder, 'ledger');
const suite = Array.from({ length: 40 }, (_, at) => `test ${at}`);

const adapter = {
  name: 'killed',
  command: ({ seed }, { root }) => ({
    argv: [
      'sh',
      '-c',
      `echo ${seed} >> "${ledger}"; setsid ${seed % 2 ? `env -i LEFT_BY=${runTag()} ` : ''}sleep 300 ${seed % 6 === 1 && starterProgram() !== null ? '>/dev/null 2>&1' : ''} & sleep 0.00${seed % 10}; exit ${seed % 3 === 0 ? 1 : 0}`,
    ],
    env: {},
    cwd: root,
    files: { 'selection.json': '{}' },
    reads: [],
  }),
  parse: ({ code }, { tests }) => ({
    observations: [{ test: tests[0], run: 0, outcome: code === 0 ? 'passed' : 'failed', ms: 1 }],
    problems: [],
  }),
};

/** Steps of 1 to 5 trials; which tests come next depends on what failed, so that a wrong replay shows. */
function* plan() {
  const seen = [];
  let from = 0;
  for (let round = 0; round < 12; round += 1) {
    const trials = Array.from({ length: 1 + (round % 5) }, (_, at) =>
      trialOf(seen.length + at, suite.slice(from, from + 5)),
    );
    const reply = yield { phase: 'bisect', doing: `round ${round}`, why: 'to be killed', trials };
    seen.push(...reply.map(({ id, observations }) => [id, observations[0].outcome]));
    from = (from + reply.filter(({ observations }) => observations[0].outcome === 'failed').length * 3) % 30;
  }
  return seen;
}

function trialOf(seed, tests) {
  return {
    tests,
    repeat: 1,
    conditions: {},
    seed,
    watch: tests.slice(0, 1),
    exclusive: seed % 7 === 0,
    timeBoxMs: 60_000,
    mode: 'probe',
  };
}

let drawn = 0;
const store = openSqliteStore(join(folder, 'store.db'));
const opened = resumed
  ? await store.resumeCase(resumed)
  : await store.openCase(
      { root: folder, runner: 'killed', test: suite[0], seed: 1, suite, options: {}, openedAtMs: 0 },
      { int: (min, max) => min + (drawn++ % (max - min + 1)) },
    );
const workspace = openWorkspace({ env: process.env, place: join(folder, 'runs') });
console.log(JSON.stringify({ tag: runTag(), caseId: opened.id }));

const subject = { root: folder, folder, adapter, program: ['sh'], settings: {}, probes: '', suite };
const finding = await drive(plan(), {
  run: (trial, signal) => runTrial(trial, subject, workspace, { signal }),
  executor: local({ jobs: 3 }),
  recorded: (seq) => store.recordedTrial(opened.id, seq),
  append: ({ run, ...finished }) =>
    store.appendTrial(opened.id, { ...finished, command: run.command, output: run.output }),
  emit: () => {},
  budget: { trials: 1_000, minutes: 60 },
  signal: new AbortController().signal,
  clock: () => performance.now(),
});
await store.releaseCase(opened.id);
await store.close();
await workspace.close();
console.log(JSON.stringify({ finding }));
