import { expect, test } from 'vitest';
import { printerFor } from '../../../src/cli/printers/index.ts';
import { REPORT_FORMATS } from '../../../src/tools/lib/tool-results.ts';
import { sampleCase } from './sample-case.ts';
import { VERIFIED } from './sample-verification.ts';

const LOOK = { color: 'off', columns: 100 } as const;
const print = async (command: string, result: unknown) => (await printerFor(command)).text(result, LOOK);

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
