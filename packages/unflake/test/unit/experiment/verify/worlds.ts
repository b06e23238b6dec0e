/** What the tests of the verification share: a case that failed so and so often, and code that fails at a rate before and after a change. */
import { random } from '@unflake/testkit/random';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Trial } from '../../../../src/contract/trial.ts';
import type { FailingCondition } from '../../../../src/experiment/verify/failing-condition.ts';
import { type VerifyOptions, verifyPlan } from '../../../../src/experiment/verify/verify-plan.ts';
import { type Behaviour, drivePlan, fakeMake, fakeSuite } from '../../../fake-suite.ts';

export const TARGET = testId('a.py::target');
export const POLLUTER = testId('a.py::polluter');
export const OLD = 'f-aaaaa-bbbbb-ccccc';

export const FAILED: Behaviour = { outcome: 'failed', fingerprint: OLD, message: 'assert 3 == 2' };
export const PASSED: Behaviour = { outcome: 'passed' };

export function conditionOf(
  before: { readonly failures: number; readonly runs: number },
  more: Partial<FailingCondition> = {},
): FailingCondition {
  const like = fakeMake(TARGET)([POLLUTER, TARGET]);
  return {
    failing: [{ tests: [POLLUTER, TARGET], repeat: 1, conditions: {} }],
    passing: { tests: [TARGET], repeat: 1, conditions: {} },
    before: { ...before, trials: [] },
    draw: null,
    leaves: false,
    like,
    ...more,
  };
}

export interface Rates {
  /** Of the old and the new code under the failing condition. */
  readonly old: number;
  readonly now: number;
}

export interface VerifiedOptions extends Partial<VerifyOptions> {
  readonly budget?: number;
  /** Overrides the rates. */
  readonly behave?: (trial: Trial, chance: (rate: number) => boolean) => Behaviour;
}

/** Drives the plan on code with these rates. Where only the new code runs, the counts of the case are drawn at the old rate. */
export function verified({ old, now }: Rates, seed: number, options: VerifiedOptions = {}) {
  const world = random(`world ${seed}`);
  const { budget, behave, ...more } = options;
  const fake = fakeSuite({
    target: TARGET,
    seed,
    behave: (before, trial) => {
      const chance = (rate: number) => world.boolean(rate);
      if (behave) return behave(trial, chance);
      if (!before.includes(POLLUTER)) return PASSED;
      return chance(trial.conditions.code === 'before' ? old : now) ? FAILED : PASSED;
    },
  });
  const plan = verifyPlan({
    condition: options.condition ?? conditionOf(recorded(old, world)),
    known: [{ fingerprint: OLD, outcome: 'failed' }],
    code: 'new',
    sameCode: false,
    random: random(seed),
    timeBoxMs: 60_000,
    ...more,
  });
  const { finding, results } = drivePlan(plan, fake.run, budget === undefined ? {} : { budget });
  return { ...finding, trials: results.length, ran: fake.ran };
}

/** As a diagnosis leaves it: it stops at three failures if it has ten runs, or always failed. */
function recorded(rate: number, world: ReturnType<typeof random>): { failures: number; runs: number } {
  let [failures, runs] = [0, 0];
  while (failures < 3 || (runs < 10 && failures < runs)) {
    runs += 1;
    if (world.boolean(rate)) failures += 1;
  }
  return { failures, runs };
}
