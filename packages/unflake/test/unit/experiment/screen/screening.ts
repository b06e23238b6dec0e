/** What the tests of the screening share: numbered factors, a target that follows a rule over what is on, and driving a plan against it. */
import { random } from '@unflake/testkit/random';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Conditions } from '../../../../src/contract/trial.ts';
import { type ScreenFactor, type ScreenOptions, screen } from '../../../../src/experiment/screen/screen.ts';
import { type Behaviour, drivePlan, fakeMake, fakeSuite } from '../../../fake-suite.ts';

export const target = testId('the target');
export const PASS: Behaviour = { outcome: 'passed' };
export const FAIL: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'expected 3, got 2' };
export const OTHERWISE: Behaviour = { outcome: 'failed', fingerprint: 'another', message: 'no network' };

export function factor(at: number, changes: Partial<ScreenFactor> = {}): ScreenFactor {
  return {
    knob: `k${at}`,
    setting: 'on',
    pinned: 'off',
    control: 'control',
    cost: 1,
    deterministic: false,
    weight: 1,
    combinable: true,
    ...changes,
  };
}

export const factorsUpTo = (count: number) => Array.from({ length: count }, (_, at) => factor(at));

export interface FactorWorld {
  /** Whether the failure is provoked; `on` asks whether a knob is at its provoking setting. */
  readonly active: (on: (at: number) => boolean, conditions: Conditions) => boolean;
  readonly p?: number;
  readonly q?: number;
  readonly seed?: number;
  /** Knobs that make the target fail otherwise. */
  readonly disturbing?: readonly number[];
}

export function worldSuite(world: FactorWorld) {
  return fakeSuite({
    target,
    seed: world.seed ?? 1,
    behave: (_, { conditions }, rng) => {
      const on = (at: number) => conditions[`k${at}`] === 'on';
      if (world.disturbing?.some(on)) return OTHERWISE;
      return rng.boolean(world.active(on, conditions) ? (world.p ?? 1) : (world.q ?? 0)) ? FAIL : PASS;
    },
  });
}

export function screening(changes: Partial<ScreenOptions> = {}): ScreenOptions {
  const make = fakeMake(target);
  return {
    target,
    factors: factorsUpTo(16),
    make: (conditions) => make([target], { conditions }),
    fingerprints: ['fp'],
    random: random(7),
    jobs: 1,
    maxTrials: 150,
    ...changes,
  };
}

export function solve(
  world: FactorWorld,
  changes: Partial<ScreenOptions> = {},
  limits: { readonly budget?: number } = {},
) {
  const suite = worldSuite(world);
  return { suite, ...drivePlan(screen(screening(changes)), suite.run, limits) };
}

/** Knob names, ascending by number. */
export const knobs = (...positions: readonly number[]) => positions.map((at) => ({ knob: `k${at}`, setting: 'on' }));
