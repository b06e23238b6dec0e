/** What the tests of the hunt share: options for a fake suite, tests of each kind, and the finding of the plan. */
import { random } from '@unflake/testkit/random';
import type { TestId } from '../../../../src/contract/test-id.ts';
import { huntPlan } from '../../../../src/experiment/hunt/hunt.ts';
import type { ResolvedHuntOptions } from '../../../../src/experiment/hunt/hunt-options.ts';
import { type FakeTest, fakeHuntSuite } from '../../../fake-hunt-suite.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { ALL_KNOBS, names, PYTEST_LIKE } from '../diagnose/diagnose-options.ts';

/** Three files of ten tests. */
export const SUITE: readonly TestId[] = [...names(10, 'a.py'), ...names(10, 'b.py'), ...names(10, 'c.py')];

export function huntOptions(more: Partial<ResolvedHuntOptions> = {}): ResolvedHuntOptions {
  return {
    suite: SUITE,
    can: { ...PYTEST_LIKE, fork: true },
    knobs: ALL_KNOBS,
    refused: [],
    cores: 2,
    jobs: 1,
    rounds: 200,
    budgetMs: 600_000,
    firstBudgetMs: 600_000,
    circuitMs: 60_000,
    timeBoxMs: 60_000,
    random: random(7),
    ...more,
  };
}

/** `rules`: what some tests do; all others pass. `more`, `limits`: of the hunt. `ms`: how long a test takes, and with `isBusy` all of them compute. */
export function hunted(
  rules: Readonly<Record<string, FakeTest['does']>>,
  more: Partial<ResolvedHuntOptions> = {},
  limits: { readonly budget?: number; readonly seed?: number } = {},
  ms = 1,
  isBusy = false,
) {
  const options = huntOptions(more);
  const tests = options.suite.map((test): FakeTest => {
    const does = rules[test];
    return does === undefined ? { test, ms, isBusy } : { test, ms, isBusy, does };
  });
  const fake = fakeHuntSuite(tests, limits.seed ?? 3);
  const { finding, results } = drivePlan(huntPlan(options), fake.run, limits);
  return { finding, results, ran: fake.ran };
}

/** Fails after this test in the same process. */
export const failsAfter =
  (polluter: string): FakeTest['does'] =>
  ({ before }) =>
    before.includes(polluter as TestId) ? 'failed' : 'passed';

/** Fails unless this test ran before it in the same process. */
export const needs =
  (setter: string): FakeTest['does'] =>
  ({ before }) =>
    before.includes(setter as TestId) ? 'passed' : 'failed';

export const failsUnder =
  (knob: string, setting: string): FakeTest['does'] =>
  ({ conditions }) =>
    conditions[knob] === setting ? 'failed' : 'passed';

export const failsSometimes =
  (rate: number): FakeTest['does'] =>
  ({ rng }) =>
    rng.boolean(rate) ? 'failed' : 'passed';
