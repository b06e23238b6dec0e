/** A verification of the sample case, written by hand. */
import { testId } from '../../../src/contract/test-id.ts';
import type { Verification } from '../../../src/contract/verification.ts';

export const VERIFIED: Verification = {
  verificationId: 'c-7f3k2m-v1',
  caseId: 'c-7f3k2m',
  test: testId('tests/test_cart.py::test_total'),
  runner: 'pytest',
  seed: 3,
  verdict: 'fixed',
  reason: null,
  bound: { rate: 0.032, confidence: 0.95 },
  before: { failures: 25, runs: 25, low: 0.81, high: 1, level: 0.95, trials: [], from: 'now' },
  after: { failures: 0, runs: 92, low: 0, high: 0.061, level: 0.95, trials: [] },
  control: { failures: 0, runs: 23, low: 0, high: 0.2, level: 0.95, trials: [] },
  passesNeeded: 91,
  failedAgain: true,
  code: { before: { commit: '019ad70eac33', name: '019ad70eac' }, after: { commit: '5fd43f05a6bb', name: 'HEAD' } },
  otherFailures: [],
  hides: [{ kind: 'sleep-added', file: 'tests/test_cart.py', line: 12, code: 'time.sleep(1)' }],
  nearest: null,
  reproduce: { fails: 'pytest a b', passes: 'pytest b' },
  summary: 'It failed 25/25 before the change and passes 92/92 now.',
  cost: { trials: 140, testExecutions: 257, wallMs: 78_000 },
  notTried: [{ what: 'x', why: 'y' }],
  closedAt: '2026-01-02T03:04:05.000Z',
};
