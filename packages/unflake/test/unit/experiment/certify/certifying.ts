/** What the tests of `certify` share: the fake suite of the hunts, some tests of it to certify, and the finding of the plan. */
import { random } from '@unflake/testkit/random';
import type { TestId } from '../../../../src/contract/test-id.ts';
import { certifyPlan } from '../../../../src/experiment/certify/certify.ts';
import type { ResolvedCertifyOptions } from '../../../../src/experiment/certify/certify-options.ts';
import { type FakeTest, fakeHuntSuite } from '../../../fake-hunt-suite.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { ALL_KNOBS, PYTEST_LIKE } from '../diagnose/diagnose-options.ts';
import { SUITE } from '../hunt/hunting.ts';

/** Ten tests: five of one file, five of another. */
export const WANTED: readonly TestId[] = [...SUITE.slice(0, 5), ...SUITE.slice(10, 15)];

export function certifyOptions(more: Partial<ResolvedCertifyOptions> = {}): ResolvedCertifyOptions {
  return {
    suite: SUITE,
    wanted: WANTED,
    can: { ...PYTEST_LIKE, fork: true },
    knobs: ALL_KNOBS,
    refused: [],
    cores: 2,
    jobs: 1,
    budgetMs: 600_000,
    timeBoxMs: 60_000,
    suiteMs: 60_000,
    rate: 0.01,
    confidence: 0.95,
    plausible: new Map(),
    random: random(7),
    ...more,
  };
}

/** `rules`: what some tests do; all others pass. */
export function certified(
  rules: Readonly<Record<string, FakeTest['does']>>,
  more: Partial<ResolvedCertifyOptions> = {},
  limits: { readonly budget?: number; readonly seed?: number } = {},
) {
  const options = certifyOptions(more);
  const tests = options.suite.map((test): FakeTest => {
    const does = rules[test];
    return does === undefined ? { test } : { test, does };
  });
  const fake = fakeHuntSuite(tests, limits.seed ?? 3);
  const { finding, results, steps } = drivePlan(certifyPlan(options), fake.run, limits);
  const statuses = Object.fromEntries(finding.tests.map(({ test, status }) => [test, status]));
  return { finding, results, steps, ran: fake.ran, statuses };
}
