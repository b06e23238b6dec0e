/** The result of `verify`. */
import * as z from 'zod';
import { HIDES, VERIFY_REASONS, VERIFY_VERDICTS, type Verification } from '../../../contract/verification.ts';
import { COUNT, LINE, MOMENT, MS, OUTCOME, TEST, TRIAL } from './parts.ts';

const SHARE = z.number().min(0).max(1);
const RATE = z.strictObject({
  failures: COUNT,
  runs: COUNT,
  low: SHARE,
  high: SHARE,
  level: SHARE,
  trials: z.array(TRIAL),
});
const CODE = z.strictObject({ commit: z.string().nullable(), name: z.string() });

export const VERIFICATION = z.strictObject({
  verificationId: z.string(),
  caseId: z.string(),
  test: TEST,
  runner: z.string(),
  seed: z.int(),
  verdict: z.enum(VERIFY_VERDICTS),
  reason: z.enum(VERIFY_REASONS).nullable(),
  bound: z.strictObject({ rate: SHARE, confidence: SHARE }).nullable(),
  before: RATE.extend({ from: z.enum(['case', 'now']) }),
  after: RATE,
  control: RATE.nullable(),
  passesNeeded: COUNT.nullable(),
  failedAgain: z.boolean().exactOptional(),
  code: z.strictObject({ before: CODE.nullable(), after: CODE }),
  otherFailures: z.array(
    z.strictObject({
      fingerprint: z.string(),
      outcome: OUTCOME,
      message: z.string(),
      count: COUNT,
      trials: z.array(TRIAL),
    }),
  ),
  hides: z.array(z.strictObject({ kind: z.enum(HIDES), file: z.string(), line: LINE, code: z.string() })),
  nearest: TEST.nullable(),
  reproduce: z.strictObject({ fails: z.string(), passes: z.string() }).nullable(),
  summary: z.string(),
  cost: z.strictObject({ trials: COUNT, testExecutions: COUNT, wallMs: MS }),
  notTried: z.array(z.strictObject({ what: z.string(), why: z.string() })),
  closedAt: MOMENT,
}) satisfies z.ZodType<Verification>;
