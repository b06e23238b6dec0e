import { expect, test } from 'vitest';
import { printerFor } from '../../../src/cli/printers/index.ts';
import { testId } from '../../../src/contract/test-id.ts';
import type { Verification } from '../../../src/contract/verification.ts';
import { REPORT_FORMATS } from '../../../src/tools/lib/tool-results.ts';
import { sampleCase } from './sample-case.ts';

const LOOK = { color: 'off', columns: 100 } as const;
const print = async (command: string, result: unknown) => (await printerFor(command)).text(result, LOOK);

const VERIFIED: Verification = {
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

test('verify says what ran on which code, and what the change hides', async () => {
  expect(await print('verify', VERIFIED)).toMatchInlineSnapshot(`
    "verdict    fixed
    because    It failed 25/25 before the change and passes 92/92 now.
    code       019ad70eac against HEAD (5fd43f05a6)
    before     failed 25/25 (81 % to 100 %), run again in turns with the new code
    now        failed 0/92 (0 % to 6.1 %)
    control    failed 0/23 (0 % to 20 %) under the condition that passes
    hides      sleep added, tests/test_cart.py:12 time.sleep(1)
    not tried  x: y
    cost       140 trials, 257 test executions, 1 min 18 s · verification c-7f3k2m-v1 · seed 3
    "
  `);
  const flaky = { ...VERIFIED, verdict: 'still-flaky', after: { ...VERIFIED.after, failures: 1 }, hides: [] };
  expect(await print('verify', flaky)).toContain('fails      pytest a b');
});

test('every report of a case shows its verifications', async () => {
  const record = { ...sampleCase, verifications: [VERIFIED] };
  for (const format of REPORT_FORMATS) {
    const report = await print('report', { record, format, out: null });
    expect(report, format).toContain('It failed 25/25 before the change');
    expect(report, format).toContain('sleep');
  }
});
