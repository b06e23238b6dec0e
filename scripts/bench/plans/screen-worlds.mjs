/** Simulated targets for the screening benchmark: which of 16 knobs make it fail, and how often, with a cost meter. */
import { random } from '../../../packages/testkit/dist/random.js';
import { result, TARGET } from './arms.mjs';

export const KNOBS = 16;

/** A rule from "is this knob on" to "is the failure provoked"; `culprits` is the right answer. */
const single = ([a]) => ({ kind: 'single', culprits: [a], active: (on) => on(a) });
const either = ([a, b]) => ({ kind: 'either', culprits: [a, b], active: (on) => on(a) || on(b) });
const both = ([a, b]) => ({ kind: 'both', culprits: [a, b], active: (on) => on(a) && on(b) });
const unless = ([a, b]) => ({ kind: 'unless', culprits: [a, b], active: (on) => on(a) && !on(b) });
const none = () => ({ kind: 'none', culprits: [], active: () => false });

/**
 * The rule of the target, and the rates when active and inactive. `disturbing`: this many other knobs cause another failure whenever they
 * are on.
 */
export const CELLS = [
  { name: 'single', rule: single, p: 1, q: 0 },
  { name: 'single', rule: single, p: 0.6, q: 0.05 },
  { name: 'single', rule: single, p: 0.3, q: 0 },
  { name: 'single', rule: single, p: 0.3, q: 0.05 },
  { name: 'single', rule: single, p: 0.5, q: 0.1 },
  { name: 'either', rule: either, p: 0.6, q: 0.02 },
  { name: 'both needed', rule: both, p: 0.9, q: 0.02 },
  { name: 'both needed', rule: both, p: 0.5, q: 0.02 },
  { name: 'unless', rule: unless, p: 0.7, q: 0.02 },
  { name: 'none', rule: none, p: 0, q: 0 },
  { name: 'none', rule: none, p: 0.05, q: 0.05 },
  { name: 'none', rule: none, p: 0.3, q: 0.3 },
  { name: 'single, two knobs disturb', rule: single, p: 1, q: 0, disturbing: 2 },
  { name: 'single, its control does it too', rule: single, p: 0.6, q: 0.02, controlToo: true },
];

export function worldOf(cell, seed) {
  const rng = random(seed);
  const places = rng.sample(
    Array.from({ length: KNOBS }, (_, at) => at),
    2 + (cell.disturbing ?? 0),
  );
  return { ...cell, ...cell.rule(places), disturbers: places.slice(2), rng: rng.fork('noise') };
}

/** Runs of one algorithm in one world. A setting is `on`, `off` or `control`. */
export class Runs {
  constructor(world, name) {
    this.world = world;
    this.rng = world.rng.fork(name);
    this.runs = 0;
  }

  /** 'failure', 'other' or 'pass' with these settings, by knob. */
  run(settingOf) {
    this.runs += 1;
    const { p, q, active, disturbers, controlToo } = this.world;
    const on = (at) => settingOf(at) === 'on' || (controlToo === true && settingOf(at) === 'control');
    if (disturbers.some(on)) return 'other';
    return this.rng.float() < (active(on) ? p : q) ? 'failure' : 'pass';
  }

  fails(...knobs) {
    return this.run((at) => (knobs.includes(at) ? 'on' : 'off')) !== 'pass';
  }
}

export const factors = Array.from({ length: KNOBS }, (_, at) => ({
  knob: `k${at}`,
  setting: 'on',
  pinned: 'off',
  control: 'control',
  cost: 1,
  deterministic: false,
  weight: 1,
  combinable: true,
}));

export const make = (conditions) => ({
  tests: [TARGET],
  repeat: 1,
  conditions,
  seed: 1,
  watch: [TARGET],
  exclusive: false,
  timeBoxMs: 60_000,
  mode: 'probe',
});

/** Runs a plan to its end in a world. */
export function drive(plan, runs) {
  let turn = plan.next();
  while (!turn.done) {
    turn = plan.next(
      turn.value.trials.map((trial) => {
        const event = runs.run((at) => trial.conditions[`k${at}`]);
        const observed = result(trial, event !== 'pass', runs.runs);
        if (event !== 'other') return observed;
        return { ...observed, observations: observed.observations.map((one) => ({ ...one, fingerprint: 'another' })) };
      }),
    );
  }
  return turn.value;
}
