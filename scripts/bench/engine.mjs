/**
 * Measures the cost of supervision: trials through the real path (private folder, tags, process tree, store) against a bare spawn loop,
 * alternating within one run; memory over many trials; opening a large case. Prints Markdown. Needs `npm run build`.
 *
 *   node scripts/bench/engine.mjs [--trials 1000] [--memory-trials 10000]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drive } from '../../packages/unflake/dist/engine/drive/drive.js';
import { local } from '../../packages/unflake/dist/engine/executors/local.js';
import { runTrial } from '../../packages/unflake/dist/engine/trial/run-trial.js';
import { openWorkspace } from '../../packages/unflake/dist/engine/trial-workspace.js';
import { openSqliteStore } from '../../packages/unflake/dist/store/sqlite/open-sqlite-store.js';

const { values } = parseArgs({
  options: { trials: { type: 'string', default: '1000' }, 'memory-trials': { type: 'string', default: '10000' } },
});
const TRIALS = Number(values.trials);
const MEMORY_TRIALS = Number(values['memory-trials']);
const BLOCKS = 10;
const ARGV = ['sleep', '0.005'];

const place = mkdtempSync(join(tmpdir(), 'unflake-bench-'));
try {
  console.log(
    '| what | jobs | bare loop | bare loop, own session | supervised and stored | ratio to the bare loop (median of blocks) |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const jobs of [1, 2, 4]) await overhead(jobs);
  await memory();
  await opening();
} finally {
  rmSync(place, { recursive: true, force: true });
}

/**
 * Blocks of each kind alternate, so that other load affects all alike. A trial needs its own session; the cost of that alone (high on a
 * busy machine whose kernel schedules by session, low on an idle one) is shown as well.
 */
async function overhead(jobs) {
  const world = await openWorld(`overhead-${jobs}`, ['one']);
  const bare = [];
  const session = [];
  const ours = [];
  await bareLoop(50, jobs);
  await world.drive(50, jobs);
  for (let block = 0; block < BLOCKS; block += 1) {
    bare.push(await timed(() => bareLoop(TRIALS / BLOCKS, jobs)));
    session.push(await timed(() => bareLoop(TRIALS / BLOCKS, jobs, { detached: true })));
    ours.push(await timed(() => world.drive(TRIALS / BLOCKS, jobs)));
  }
  await world.close();
  const ratio = median(ours.map((ms, block) => ms / bare[block]));
  const each = (blocks) => `${(sum(blocks) / TRIALS).toFixed(2)} ms`;
  console.log(
    `| ${TRIALS} trials of \`${ARGV.join(' ')}\` | ${jobs} | ${each(bare)} | ${each(session)} | ${each(ours)} | ${ratio.toFixed(2)} |`,
  );
}

async function memory() {
  const world = await openWorld('memory', ['one']);
  const rows = [];
  const step = Math.max(1, Math.floor(MEMORY_TRIALS / 10));
  for (let done = 0; done < MEMORY_TRIALS; done += step) {
    await world.drive(step, 2, ['true']);
    globalThis.gc?.();
    rows.push({ done: done + step, mb: process.memoryUsage.rss() / 2 ** 20 });
  }
  await world.close();
  console.log('\n| trials | resident memory |\n|---|---|');
  for (const { done, mb } of rows) console.log(`| ${done} | ${mb.toFixed(1)} MB |`);
}

/** A case of 10,000 trials in a suite of 20,000 tests, with selections like those of a search. */
async function opening() {
  const suite = Array.from(
    { length: 20_000 },
    (_, at) => `tests/unit/test_module_${at % 400}.py::TestThing::test_behaviour_${at}`,
  );
  const path = join(place, 'opening.db');
  const store = openSqliteStore(path);
  const { id } = await store.openCase(newCase(suite), counter());
  for (let seq = 1; seq <= 10_000; seq += 1) {
    const size = 1 + ((seq * 7919) % 200);
    const tests = [...suite.slice(seq, seq + size), ...suite.slice(2 * seq, 2 * seq + 3)];
    await store.appendTrial(id, { ...recordOf(tests, seq), seq });
  }
  await store.releaseCase(id);
  await store.close();
  const started = performance.now();
  const again = openSqliteStore(path);
  await again.resumeCase(id);
  await again.recordedTrial(id, 1);
  const ready = performance.now() - started;
  for (let seq = 1; seq <= 10_000; seq += 1) await again.recordedTrial(id, seq);
  const replayed = performance.now() - started;
  await again.close();
  console.log('\n| case of 10,000 trials, suite of 20,000 tests | ms |\n|---|---|');
  console.log(`| opened, ready to replay | ${ready.toFixed(0)} |`);
  console.log(`| opened and every trial read | ${replayed.toFixed(0)} |`);
}

async function openWorld(name, suite) {
  const workspace = openWorkspace({ env: process.env });
  const store = openSqliteStore(join(place, `${name}.db`));
  const { id } = await store.openCase(newCase(suite), counter());
  let first = 0;
  return {
    async drive(trials, jobs, argv = ARGV) {
      const subject = {
        root: place,
        folder: place,
        adapter: adapter(argv),
        program: [argv[0]],
        settings: {},
        probes: '',
        suite,
      };
      const from = first;
      first += trials;
      await drive(plan(trials, suite), {
        run: (trial, signal) => runTrial(trial, subject, workspace, { signal }),
        executor: local({ jobs }),
        recorded: (seq) => store.recordedTrial(id, from + seq),
        append: ({ run, ...rest }) =>
          store.appendTrial(id, { ...rest, seq: from + rest.seq, command: run.command, output: run.output }),
        emit: () => {},
        budget: { trials: Number.POSITIVE_INFINITY, minutes: Number.POSITIVE_INFINITY },
        signal: new AbortController().signal,
        clock: () => performance.now(),
      });
    },
    async close() {
      await store.close();
      await workspace.close();
    },
  };
}

function* plan(trials, suite) {
  yield {
    phase: 'confirm',
    doing: 'bench',
    why: 'bench',
    trials: Array.from({ length: trials }, (_, seed) => trialOf(suite, seed)),
  };
}

function adapter(argv) {
  return {
    name: 'bench',
    command: (_request, { root }) => ({ argv, env: {}, cwd: root, files: {}, reads: [] }),
    parse: ({ code }, { tests }) => ({
      observations: tests.map((test) => ({ test, run: 0, outcome: code === 0 ? 'passed' : 'failed', ms: 5 })),
      problems: [],
    }),
  };
}

function trialOf(tests, seed) {
  return {
    tests,
    repeat: 1,
    conditions: {},
    seed,
    watch: tests.slice(0, 1),
    exclusive: false,
    timeBoxMs: 60_000,
    mode: 'probe',
  };
}

function recordOf(tests, seq) {
  const observation = {
    test: tests[0],
    run: 0,
    outcome: 'failed',
    ms: 5,
    fingerprint: 'f-01234567',
    message: 'expected 1, got 2',
  };
  const tally = { passed: tests.length - 1, failed: 1, errored: 0, 'timed-out': 0, crashed: 0, skipped: 0, missing: 0 };
  const ending = { code: 1, signal: null, timedOut: false };
  return {
    key: `key-${seq}`,
    phase: 'bisect',
    doing: 'half of the candidates',
    result: {
      id: `t-${seq}`,
      trial: trialOf(tests, seq),
      observations: [observation],
      tally,
      ms: 5,
      atMs: seq * 5,
      ending,
      problems: [],
    },
    command: {
      argv: ['python', '-m', 'pytest', ...tests.slice(0, 3)],
      env: { A: '1' },
      cwd: '/project',
      files: {},
      reads: [],
    },
    output: { stdout: 'one line of output\n'.repeat(40), stderr: '' },
  };
}

function newCase(suite) {
  return { root: place, runner: 'bench', test: suite[0], seed: 1, suite, options: {}, openedAtMs: 0 };
}

function counter() {
  let next = 0;
  return { int: (min, max) => min + (next++ % (max - min + 1)) };
}

async function bareLoop(runs, jobs, options = {}) {
  let left = runs;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await new Promise((resolve) => {
        const child = spawn(ARGV[0], ARGV.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...options });
        const output = [];
        child.stdout.on('data', (data) => output.push(data));
        child.stderr.on('data', (data) => output.push(data));
        child.on('close', resolve);
      });
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
