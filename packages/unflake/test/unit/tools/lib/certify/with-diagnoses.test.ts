/** What the cases of flaky tests add to their certificates. */
import { expect, test } from 'vitest';
import type { Certificate, CertifyResult } from '../../../../../src/contract/certificate.ts';
import type { Diagnosis } from '../../../../../src/contract/diagnosis.ts';
import { type TestId, testId } from '../../../../../src/contract/test-id.ts';
import { withDiagnoses } from '../../../../../src/tools/lib/certify/write-certificates.ts';
import { diagnoseLine } from '../../../../../src/tools/lib/diagnose-line.ts';

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

const diagnoseLineOf = (id: string) => `unflake diagnose ${id}`;

test('a flaky test gets its case and the verdict', () => {
  const told = withDiagnoses(
    RESULT,
    new Map([
      [a, diagnosis('c-1')],
      [b, diagnosis('c-2')],
    ]),
    diagnoseLineOf,
  );
  expect(told.certificates.map((one) => one.flaky && [one.flaky.caseId, one.flaky.verdict])).toEqual([
    ['c-1', 'isolated'],
    null,
    ['c-2', 'isolated'],
  ]);
  expect([told.notTried, told.next]).toEqual([[], null]);
});

test('one for which no time was left is said, and is what to diagnose next', () => {
  const told = withDiagnoses(RESULT, new Map([[a, diagnosis('c-1')]]), diagnoseLineOf);
  expect(told.certificates[2]!.flaky).toEqual({ caseId: null, verdict: null });
  expect(told.notTried).toEqual([{ what: 'diagnosing 1 of 2 flaky tests', why: 'the budget was spent' }]);
  expect(told.next).toBe('unflake diagnose b');
});

test('the command that diagnoses a test names it from the root, and a test without a path as it is', () => {
  const line = (startsWith: 'file' | 'name', folder?: string) =>
    diagnoseLine(a, folder === undefined ? {} : { folder }, {
      subject: { adapter: { names: { startsWith } } },
      caseFlags: ' --root /p',
    } as unknown as Parameters<typeof diagnoseLine>[2]);
  expect(line('file', 'packages/b')).toBe('unflake diagnose packages/b/a --root /p');
  for (const folder of [undefined, '.']) expect(line('file', folder)).toBe('unflake diagnose a --root /p');
  expect(line('name', 'packages/b')).toBe('unflake diagnose a --root /p');
});
