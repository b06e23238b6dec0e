/** The order searches that the benchmark compares: ours, the fixed protocol, and deterministic halving. Each returns sets of positions. */
import { bisectOrder } from '../../../packages/unflake/dist/experiment/order/bisect-order.js';
import { result, TARGET } from './arms.mjs';

const range = (from, to) => Array.from({ length: to - from }, (_, at) => from + at);

/** Exactly as specified: each half three times, the half with more failures continues, the last one is confirmed five times. */
export function fixedProtocol(runs) {
  let [low, high] = [0, runs.world.n];
  const failures = (from, to) => range(0, 3).filter(() => runs.run(range(from, to))).length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const first = failures(low, middle);
    const second = failures(middle, high);
    if (first + second === 0) return { sets: [] };
    if (first >= second) high = middle;
    else low = middle;
  }
  const confirmed = range(0, 5).filter(() => runs.run([low])).length;
  return { sets: confirmed > 0 ? [[low]] : [] };
}

/** One run decides a half, as in detect-test-pollution and `rspec --bisect`; the last one is checked once. */
export function halving(runs) {
  let [low, high] = [0, runs.world.n];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (runs.run(range(low, middle))) high = middle;
    else low = middle;
  }
  return { sets: runs.run([low]) ? [[low]] : [] };
}

/**
 * Our plan, driven as the engine drives it. `onStep` gets each step and the CPU time in ms that choosing it took. Start-up costs as much as
 * twenty tests of mean duration, in every cell.
 */
export function ours(runs, { known, random, findAll = false, jobs = 1, budget = 2000, fixed = [], durations, onStep }) {
  const { n, event = 'failure' } = runs.world;
  const candidates = range(0, n).map((at) => `test ${at}`);
  const positionOf = new Map(candidates.map((test, at) => [test, at]));
  const plan = bisectOrder({
    target: TARGET,
    candidates,
    event,
    fixed,
    fingerprints: null,
    known,
    duration: (test) => durations?.[positionOf.get(test)] ?? 1,
    startupMs: 20,
    make: (tests) => ({ tests }),
    random,
    jobs,
    budget,
    findAll,
  });
  let ran = 0;
  let steps = 0;
  let began = process.cpuUsage();
  let turn = plan.next();
  while (!turn.done) {
    onStep?.(turn.value, cpuMs(began));
    steps += 1;
    const results = turn.value.trials.map((trial) => {
      ran += 1;
      const came = runs.run(trial.tests.slice(fixed.length, -1).map((test) => positionOf.get(test)));
      return result(trial, came === (event === 'failure'), ran);
    });
    began = process.cpuUsage();
    turn = plan.next(results);
  }
  const finding = turn.value;
  return { sets: finding.sets.map((set) => set.map((test) => positionOf.get(test))), finding, steps };
}

/** CPU time, not wall time: the benchmark may share its machine. */
function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
