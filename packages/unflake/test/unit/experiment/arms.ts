/** Arms of a fake suite whose rate depends on the arm alone, for tests of the plans that compare arms. */
import type { Random } from '@unflake/testkit/random';
import { testId } from '../../../src/contract/test-id.ts';
import type { Trial } from '../../../src/contract/trial.ts';
import type { Arm } from '../../../src/experiment/findings.ts';
import { type Behaviour, type FakeSuite, fakeMake, fakeSuite } from '../../fake-suite.ts';

export const TARGET = testId('cart.test > total');
const NEIGHBOUR = testId('promo.test > banner');

export interface ArmsWorld {
  /** How often the target fails, by arm. */
  readonly rates: Readonly<Record<string, number>>;
  readonly costs?: Readonly<Record<string, number>>;
  readonly seed?: number;
  /** What the n-th run of an arm does; overrides the rates. */
  readonly script?: Readonly<Record<string, (n: number, rng: Random) => Behaviour>>;
}

export interface ArmsLab {
  readonly suite: FakeSuite;
  arm(name: string): Arm;
  /** Runs made so far, in order, by arm. */
  runs(): readonly string[];
}

export const PASS: Behaviour = { outcome: 'passed' };
export const FAIL: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'expected 3, got 2' };

/** Every arm marks its trials with a condition, by which the suite knows how often to fail. */
export function armsLab(world: ArmsWorld): ArmsLab {
  const make = fakeMake(TARGET);
  const seen = new Map<string, number>();
  const suite = fakeSuite({
    target: TARGET,
    seed: world.seed ?? 1,
    behave: (_, trial, rng) => {
      const name = armOf(trial);
      const n = seen.get(name) ?? 0;
      seen.set(name, n + 1);
      const script = world.script?.[name];
      if (script) return script(n, rng);
      return rng.boolean(world.rates[name] ?? 0) ? FAIL : PASS;
    },
  });
  return {
    suite,
    arm: (name) => ({
      name,
      cost: world.costs?.[name] ?? 1,
      make: () =>
        make(name === 'alone' || name === 'twice' ? [TARGET] : [NEIGHBOUR, TARGET], {
          conditions: { arm: name },
          repeat: name === 'twice' ? 2 : 1,
        }),
    }),
    runs: () => suite.ran.map(armOf),
  };
}

function armOf(trial: Trial): string {
  return trial.conditions.arm ?? trial.conditions.cpu ?? 'unmarked';
}
