/** The failing condition of a case in terms of the suite as it is now: with the test's new name, and without tests that are gone. */
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Verification, VerifyReason } from '../../../contract/verification.ts';
import type { FailingCondition, Selection } from '../../../experiment/verify/failing-condition.ts';
import { plural } from '../../../text/plural.ts';
import { nearMatches } from '../near-match.ts';

export type ConditionNow =
  | { readonly condition: FailingCondition; readonly notTried: Verification['notTried'] }
  | { readonly reason: VerifyReason; readonly nearest: TestId | null };

export interface SuiteNow {
  /** As the case names it, and as the suite does now. */
  readonly recorded: TestId;
  readonly test: TestId;
  readonly suite: readonly TestId[];
}

export function conditionNow(
  condition: FailingCondition,
  { polluters }: Pick<Diagnosis, 'polluters'>,
  { recorded, test, suite }: SuiteNow,
): ConditionNow {
  const known = new Set(suite);
  if (!known.has(test)) return { reason: 'test-gone', nearest: nearestOf(test, suite) };
  const renamed = (selection: Selection): Selection => ({
    ...selection,
    tests: selection.tests.map((one) => (one === recorded ? test : one)),
  });
  const failing = condition.failing.map(renamed);
  const gone = [...new Set(failing.flatMap(({ tests }) => tests))].filter((one) => !known.has(one));
  const culprit = gone.find((one) => polluters.flat().includes(one));
  if (culprit !== undefined) return { reason: 'other-tests-gone', nearest: nearestOf(culprit, suite) };
  const left = (selection: Selection): Selection => ({
    ...selection,
    tests: selection.tests.filter((one) => known.has(one)),
  });
  const passing = condition.passing === null ? null : renamed(condition.passing);
  const hasControl = passing?.tests.every((one) => known.has(one)) === true;
  const { like } = condition;
  const { hang } = like;
  return {
    condition: {
      ...condition,
      failing: failing.map(left),
      passing: passing !== null && hasControl ? passing : null,
      like: { ...like, watch: [test], ...(hang === undefined ? {} : { hang: { ...hang, target: test } }) },
    },
    notTried: [
      ...(gone.length === 0
        ? []
        : [
            {
              what: `${plural(gone.length, 'test')} before it`,
              why: `the suite has no ${gone.slice(0, 3).join(', ')} any more`,
            },
          ]),
      ...(hasControl || passing === null ? [] : [{ what: 'the control', why: 'a test that it needs is gone' }]),
    ],
  };
}

const nearestOf = (test: TestId, suite: readonly TestId[]): TestId | null =>
  (nearMatches(test, suite, 1)[0] as TestId | undefined) ?? null;
