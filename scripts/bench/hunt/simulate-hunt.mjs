/** One hunt on a simulated suite: the real plan, and a clock that runs as fast as trials of pytest would take. */
import { random } from '../../../packages/testkit/dist/random.js';
import { huntPlan } from '../../../packages/unflake/dist/experiment/hunt/hunt.js';

/** Of a process of pytest that was started ahead. */
const STARTUP_MS = 350;
const FORK_MS = 6;
/** Copies and workers share two processors. */
const COPIES_FACTOR = 1.4;
const WORKERS_STARTUP_MS = 1_200;

const CAN = {
  ...{ select: 'test', order: 'any', process: 'suite', repeat: true, workers: true, parallel: true },
  ...{ seed: false, phases: true, stream: true, fork: true },
};

/** `suiteRuns`: the budget, in runs of the suite; `usual`: as a hunt that nobody told how long it may take. */
export function simulateHunt(tests, seed, { knobs, suiteRuns, usual = false, trace = () => {} }) {
  const byId = new Map(tests.map((one) => [one.test, one]));
  const suiteMs = STARTUP_MS + tests.reduce((sum, { ms }) => sum + ms, 0);
  const budgetMs = suiteRuns * suiteMs;
  const rng = random(seed).fork('outcomes');
  const plan = huntPlan({
    suite: tests.map(({ test }) => test),
    can: CAN,
    knobs,
    refused: [],
    cores: 2,
    jobs: 1,
    rounds: 1_000,
    budgetMs,
    firstBudgetMs: budgetMs,
    circuitMs: 0.1 * budgetMs,
    timeBoxMs: 300_000,
    ...(usual ? { usualEffort: 'limits' } : {}),
    random: random(seed),
  });
  const spent = new Map();
  // Tests that have run in the temporary folder that trials share.
  const used = new Set();
  let [atMs, trials] = [0, 0];
  let turn = plan.next();
  while (!turn.done) {
    const step = turn.value;
    const results = step.trials.map((trial) => runOf(trial, `t-${++trials}`, { byId, rng, used }));
    const ms = results.reduce((sum, one) => sum + one.ms, 0);
    if (atMs + ms > budgetMs) {
      turn = plan.next({ stop: 'budget' });
      continue;
    }
    const what = results[0].trial.watch === 'all' ? step.doing : 'suspects';
    trace(step, ms);
    spent.set(what, (spent.get(what) ?? 0) + ms / suiteMs);
    atMs += ms;
    turn = plan.next(results.map((one) => ({ ...one, atMs })));
  }
  const finding = turn.value;
  const found = new Set(finding.flaky.map(({ test }) => test));
  const planted = tests.filter(({ kind }) => kind !== null && kind !== 'broken');
  return {
    found: planted.filter(({ test }) => found.has(test)).length,
    of: planted.length,
    falseAlarms: [...found].filter((test) => !planted.some((one) => one.test === test)).length,
    missed: planted.filter(({ test }) => !found.has(test)).map(({ kind }) => kind),
    broken: finding.broken.length,
    ended: finding.ended,
    suiteRuns: atMs / suiteMs,
    roundRuns: finding.rounds.reduce((sum, { ms }) => sum + ms, 0) / suiteMs,
    spent: Object.fromEntries(spent),
    rounds: finding.rounds.map(({ arm, found: count }) => ({ arm, found: count })),
  };
}

function runOf(trial, id, { byId, rng, used }) {
  const { conditions } = trial;
  const share = Number(conditions.cpu ?? conditions.quota ?? 1);
  const slowdown = 1 / share;
  const watched = trial.watch === 'all' ? null : new Set(trial.watch);
  const starts = new Set();
  let start = 0;
  for (const length of trial.forks ?? []) {
    starts.add(start);
    start += length;
  }
  const all = Array.from({ length: trial.repeat }, () => trial.tests).flat();
  // Python draws a seed for hashes in each process; forks share it.
  const drawn = conditions.hashSeed ?? trial.seed;
  const hash = random(`hash ${drawn}`).float();
  const observations = [];
  const runs = new Map();
  let before = [];
  let testsMs = 0;
  for (const [at, test] of all.entries()) {
    if (starts.has(at)) before = [];
    const { fails, ms, isBusy } = byId.get(test);
    const run = runs.get(test) ?? 0;
    runs.set(test, run + 1);
    const how = { before, conditions, slowdown, hash, draw: rng.float() };
    const isShared = conditions.tmp === 'shared';
    const isFailing = fails?.({ ...how, isUsed: isShared && used.has(test), isAmongOthers: all.length > 1 }) ?? false;
    if (isShared) used.add(test);
    testsMs += isBusy ? ms * slowdown : ms;
    if (watched === null || watched.has(test))
      observations.push({ test, run, ms, outcome: isFailing ? 'failed' : 'passed' });
    before.push(test);
  }
  const parallel = conditions.workers === undefined ? 1 : 1 / Number(conditions.workers);
  const extra = conditions.workers === undefined ? 0 : WORKERS_STARTUP_MS;
  const factor = conditions.copies === undefined ? 1 : COPIES_FACTOR;
  const ms = factor * (STARTUP_MS * slowdown + extra + FORK_MS * (trial.forks?.length ?? 0) + testsMs * parallel);
  return {
    id,
    trial,
    observations: trial.mode === 'plain' ? observations.slice(-1) : observations,
    tally: {},
    ms,
    ending: { code: 0, signal: null, timedOut: false },
    problems: [],
  };
}
