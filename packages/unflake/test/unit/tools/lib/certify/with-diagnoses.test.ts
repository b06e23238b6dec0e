/** What the cases of flaky tests add to their certificates. */
import { expect, test } from 'vitest';
import type { Certificate, CertifyResult } from '../../../../../src/contract/certificate.ts';
import type { Diagnosis } from '../../../../../src/contract/diagnosis.ts';
import { type TestId, testId } from '../../../../../src/contract/test-id.ts';
import { withDiagnoses } from '../../../../../src/tools/lib/certify/write-certificates.ts';

const [a, b, c] = ['a', 'b', 'c'].map(testId) as [TestId, TestId, TestId];
const flaky = (test: TestId) =>
  ({ test, status: 'flaky', flaky: { caseId: null, verdict: null } }) as unknown as Certificate;
const certified = { test: c, status: 'certified', flaky: null } as unknown as Certificate;
const RESULT = {
  certificates: [flaky(a), certified, flaky(b)],
  notTried: [],
  next: 'unflake diagnose a',
} as unknown as CertifyResult;
const diagnosis = (caseId: string) => ({ caseId, verdict: 'isolated' }) as Diagnosis;

test('a flaky test gets its case and the verdict', () => {
  const told = withDiagnoses(
    RESULT,
    new Map([
      [a, diagnosis('c-1')],
      [b, diagnosis('c-2')],
    ]),
  );
  expect(told.certificates.map((one) => one.flaky && [one.flaky.caseId, one.flaky.verdict])).toEqual([
    ['c-1', 'isolated'],
    null,
    ['c-2', 'isolated'],
  ]);
  expect([told.notTried, told.next]).toEqual([[], null]);
});

test('one for which no time was left is said, and is what to diagnose next', () => {
  const told = withDiagnoses(RESULT, new Map([[a, diagnosis('c-1')]]));
  expect(told.certificates[2]!.flaky).toEqual({ caseId: null, verdict: null });
  expect(told.notTried).toEqual([{ what: 'diagnosing 1 of 2 flaky tests', why: 'the budget was spent' }]);
  expect(told.next).toBe('unflake diagnose b');
});
