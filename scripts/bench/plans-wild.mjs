/**
 * Runs the whole diagnosis on realistic simulated suites: tests that clean up, polluters after the target, victims that also fail the
 * second time, two failures with different causes, cheap and expensive suites. Counts right and wrong results and simulated seconds.
 *
 *   node scripts/bench/plans-wild.mjs [--dist <folder of a build>] [--cases 40] [--seed 1]
 *
 * `--dist` takes the build of another version, so that two plans meet the same worlds.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';

const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('../../packages/unflake/dist', import.meta.url)) },
    cases: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});
const load = (path) => import(pathToFileURL(`${values.dist}/${path}`).href);
const { diagnosePlan } = await load('experiment/diagnose/diagnose.js');
const { explain } = await load('experiment/explain/explain.js');

const CAN = {
  select: 'test',
  order: 'any',
  process: 'suite',
  repeat: true,
  fork: true,
  workers: false,
  parallel: false,
  seed: false,
  phases: true,
  stream: true,
};
const CPU = {
  knob: 'cpu',
  cause: { family: 'timing', kind: 'short-wait' },
  shape: 'growing',
  settings: ['0.5', '0.25', '0.1'],
  pin: '1',
  control: '1',
  cost: 4,
  exclusive: true,
  deterministic: false,
  printable: false,
};
const TESTS = 60;
const START_MS = 300;
const FORK_MS = 15;

const WORLDS = [
  ...[0, 0.3, 0.6, 0.9].map((cleaners) => ({ name: `cleaners ${cleaners}`, cleaners })),
  { name: 'polluter after the target', cleaners: 0.3, after: true },
  { name: 'fails twice as well', cleaners: 0.3, twice: true },
  { name: 'two causes', cleaners: 0, second: 0.3 },
  { name: 'strikes half of the time', cleaners: 0.3, p: 0.5 },
  { name: 'suite 3 times as dear', cleaners: 0.6, testMs: (2 * START_MS) / TESTS },
  { name: 'suite 100 times as dear', cleaners: 0.6, testMs: (99 * START_MS) / TESTS },
  { name: 'fails by itself, 10 %', q: 0.1, nobody: true },
  { name: 'fails by itself, 30 %', q: 0.3, nobody: true },
  { name: 'healthy', nobody: true },
  { name: 'healthy, takes 1 s, within 2 minutes', nobody: true, testMs: 300, targetMs: 1000, budgetMs: 120_000 },
];

console.log(
  '| world | right | wrong isolated | simulated seconds, median | trials, median | bound, median |\n|---|---|---|---|---|---|',
);
for (const world of WORLDS) {
  const rows = Array.from({ length: Number(values.cases) }, (_, at) => one(world, Number(values.seed) * 1000 + at));
  const median = (pick) => rows.map(pick).sort((a, b) => a - b)[rows.length >> 1];
  const count = (pick) => `${rows.filter(pick).length} of ${rows.length}`;
  const seconds = median((row) => row.ms / 1000).toFixed(1);
  const bound = median((row) => row.bound ?? 1);
  const last = bound < 1 ? `${(bound * 100).toFixed(1)} %` : '';
  const cells = [count((row) => row.right), count((row) => row.wrong), seconds, median((row) => row.trials), last];
  console.log(`| ${[world.name, ...cells].join(' | ')} |`);
}

function one(world, seed) {
  const draw = random(seed);
  const suite = Array.from({ length: TESTS }, (_, n) => `test_${Math.floor(n / 10)}.py::t${n}`);
  const at = world.after ? draw.int(0, 29) : draw.int(30, TESTS - 1);
  const target = suite[at];
  const polluter = world.nobody ? null : suite[world.after ? draw.int(at + 1, TESTS - 1) : draw.int(0, at - 1)];
  const cleaners = new Set(
    suite.filter((id) => id !== target && id !== polluter && draw.float() < (world.cleaners ?? 0)),
  );
  const state = { draw: random(seed + 1), suite, target, polluter, cleaners, ms: 0, trials: 0 };
  const question = {
    ...{ target, suite, can: CAN, cores: 2, knobs: [CPU], refused: [], jobs: 1, trials: 600 },
    ...{ timeBoxMs: 60_000, random: random(seed + 2), protocol: 'adaptive', sources: [] },
    ...(world.budgetMs === undefined ? {} : { budgetMs: world.budgetMs }),
  };
  const finding = drive(diagnosePlan(question), world, state);
  const answer = explain(question, finding.findings);
  const isolated = answer.verdict === 'isolated';
  const named = answer.polluters.length > 0 && answer.polluters.every((set) => set.length === 1 && set[0] === polluter);
  const right = world.nobody ? !isolated : isolated && answer.cause.kind === 'victim' && named;
  return {
    right,
    wrong: isolated && !right,
    ms: state.ms,
    trials: state.trials,
    bound: finding.findings.confirm?.bound,
  };
}

function drive(plan, world, state) {
  let turn = plan.next();
  while (!turn.done) {
    const { trials } = turn.value;
    const isOver = state.trials + trials.length > 600 || state.ms >= (world.budgetMs ?? Number.POSITIVE_INFINITY);
    turn = plan.next(isOver ? { stop: 'budget' } : trials.map((trial) => run(trial, world, state)));
  }
  return turn.value;
}

function run(trial, world, state) {
  state.trials += 1;
  const own = state.ms;
  state.ms += START_MS;
  const starts = new Set();
  for (let start = 0, piece = 0; piece < (trial.forks?.length ?? 0); piece += 1) {
    starts.add(start);
    start += trial.forks[piece];
  }
  const observations = [];
  const runs = new Map();
  let polluted = false;
  for (let repetition = 0; repetition < trial.repeat; repetition += 1) {
    for (const [at, test] of trial.tests.entries()) {
      if (starts.has(at)) polluted = false;
      const ms = (test === state.target && world.targetMs) || (world.testMs ?? 5);
      state.ms += (starts.has(at) ? FORK_MS : 0) + ms;
      const run = runs.get(test) ?? 0;
      runs.set(test, run + 1);
      const did = test === state.target ? targetDoes(world, state, polluted) : { outcome: 'passed' };
      if (test === state.polluter) polluted = true;
      if (state.cleaners.has(test)) polluted = false;
      if (test === state.target && world.twice) polluted = true;
      if (trial.watch === 'all' || trial.watch.includes(test)) observations.push({ test, run, ms, ...did });
    }
  }
  const tally = { passed: 0, failed: 0, errored: 0, 'timed-out': 0, crashed: 0, skipped: 0, missing: 0 };
  const ending = { code: 0, signal: null, timedOut: false };
  return {
    id: `t-${state.trials}`,
    trial,
    observations,
    tally,
    ms: state.ms - own,
    atMs: state.ms,
    ending,
    problems: [],
  };
}

function targetDoes(world, { draw }, polluted) {
  if (polluted && draw.float() < (world.p ?? 1)) {
    return { outcome: 'failed', fingerprint: 'f-aaaaa-bbbbb-ccccc', message: `polluted ${draw.int(1, 999)}` };
  }
  if (draw.float() < (world.q ?? world.second ?? 0)) {
    return { outcome: 'failed', fingerprint: 'f-ddddd-eeeee-fffff', message: 'by itself' };
  }
  return { outcome: 'passed' };
}
