/**
 * Simulated arms for the plan benchmarks: a target that fails at a given rate in each arm, the same random numbers for every algorithm, and
 * a cost meter.
 */
import { random } from '../../../packages/testkit/dist/random.js';
import { clopperPearson } from '../../../packages/unflake/dist/experiment/statistics/rate-interval.js';

export const TARGET = 'the target';
const OUTCOMES = { passed: 0, failed: 0, errored: 0, 'timed-out': 0, crashed: 0, skipped: 0, missing: 0 };

/** The n-th run of an arm has the same outcome whatever ran before it, so that all algorithms face the same world. */
export function armsWorld(seed, rates) {
  const luck = new Map();
  for (const name of Object.keys(rates)) luck.set(name, { rng: random(`${seed}/${name}`), thrown: [] });
  return {
    /** A fresh start in the same world. */
    start() {
      const runs = Object.fromEntries(Object.keys(rates).map((name) => [name, 0]));
      return {
        runs,
        fails(name) {
          const { rng, thrown } = luck.get(name);
          while (thrown.length <= runs[name]) thrown.push(rng.float());
          runs[name] += 1;
          return thrown[runs[name] - 1] < rates[name];
        },
      };
    },
  };
}

export function arm(name, cost = 1) {
  const trial = {
    tests: name === 'alone' ? [TARGET] : ['another test', TARGET],
    repeat: 1,
    conditions: { arm: name },
    seed: 1,
    watch: [TARGET],
    exclusive: false,
    timeBoxMs: 60_000,
    mode: 'probe',
  };
  return { name, cost, make: () => trial };
}

/** Runs a plan to its end in a started world. */
export function drive(plan, started) {
  let ran = 0;
  let turn = plan.next();
  while (!turn.done) {
    const first = ran + 1;
    ran += turn.value.trials.length;
    turn = plan.next(
      turn.value.trials.map((trial, i) => result(trial, started.fails(trial.conditions.arm), first + i)),
    );
  }
  return turn.value;
}

export function result(trial, failed, id, ms = 1) {
  const outcome = failed ? 'failed' : 'passed';
  return {
    id: `t-${id}`,
    trial,
    observations: [
      { test: TARGET, run: 0, outcome, ms, ...(failed ? { fingerprint: 'fp', message: 'it failed' } : {}) },
    ],
    tally: OUTCOMES,
    ms,
    atMs: id,
    ending: { code: failed ? 1 : 0, signal: null, timedOut: false },
    problems: [],
  };
}

/** `0.954 [0.949, 0.958]`: a share with its 95 % interval. */
export function share(count, worlds) {
  const { low, high } = clopperPearson({ failures: count, runs: worlds });
  return `${(count / worlds).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** `10.1 ± 0.2`: a mean with the half-width of its 95 % interval. */
export function mean(values) {
  const m = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - m) ** 2, 0) / Math.max(1, values.length - 1);
  return { value: m, text: `${m.toFixed(1)} ± ${(1.96 * Math.sqrt(variance / values.length)).toFixed(1)}` };
}

/** A requirement on a figure. `at-least` and `at-most` include the limit. */
export function threshold(what, got, bound, limit) {
  return { what, got, bound, limit, pass: bound === 'at-least' ? got >= limit : got <= limit };
}
