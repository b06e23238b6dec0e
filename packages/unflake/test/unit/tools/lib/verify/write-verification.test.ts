/** What a verification says in the end, from what the plan found and what the change hides. */
import { expect, test } from 'vitest';
import { testId } from '../../../../../src/contract/test-id.ts';
import { HIDES, type Hiding } from '../../../../../src/contract/verification.ts';
import {
  NOTHING_RUN,
  type VerificationParts,
  writeVerification,
} from '../../../../../src/tools/lib/verify/write-verification.ts';

const TEST = testId('test_cart.py::test_total');
const PASSED = { failures: 0, runs: 92, trials: [] };

function written(hiding: Hiding | null) {
  const parts = {
    found: { id: 'c-abcdef', runner: 'pytest', closing: { diagnosis: { reproduce: null } } },
    opened: { id: 'c-abcdef-v1', seed: 3 },
    request: { test: TEST, before: null, after: { commit: null, name: 'working tree' } },
    finding: { ...NOTHING_RUN, verdict: 'fixed', reason: null, after: PASSED, passesNeeded: 92 },
    seen: [],
    nearest: null,
    hides: hiding === null ? [] : [{ kind: hiding, file: 'test_cart.py', line: 3, code: 'assert total() == 3' }],
    notTried: [],
    closedAtMs: 0,
  };
  return writeVerification(parts as unknown as VerificationParts);
}

test('a test that passes is fixed', () => {
  expect(written(null)).toMatchObject({ verdict: 'fixed', reason: null });
});

test('a test that passes because it lost an assertion is not fixed', () => {
  const { verdict, reason, summary } = written('assertion-removed');
  expect([verdict, reason]).toEqual(['not-comparable', 'assertion-removed']);
  expect(summary).toBe(
    'The test passes, but an assertion of it was removed without another in its place, so that its passes prove nothing.',
  );
});

test('whatever else a change may hide is said beside the verdict', () => {
  for (const kind of HIDES.filter((hiding) => hiding !== 'assertion-removed')) {
    const { verdict, hides, summary } = written(kind);
    expect([verdict, hides[0]?.kind]).toEqual(['fixed', kind]);
    expect(summary).toContain(`may only hide it: ${kind.replace('-', ' ')}`);
  }
});
