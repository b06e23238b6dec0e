/** The result of `certify`. */
import * as z from 'zod';
import {
  CERTIFICATE_STATUSES,
  CERTIFY_FORMATS,
  CERTIFY_REASONS,
  type CertifyAnswer,
  type CertifyResult,
} from '../../../contract/certificate.ts';
import { HUNT_ENDINGS } from '../../../contract/hunt.ts';
import { CONDITIONS, COUNT, KIND, MS, TEST } from './parts.ts';

const RATE = z.number().min(0).max(1);

const FLAKY = z.strictObject({
  kind: KIND.nullable(),
  arm: z.string(),
  after: z.array(TEST),
  conditions: CONDITIONS,
  message: z.string().nullable(),
  reproduce: z.strictObject({ fails: z.string(), confirmed: z.boolean() }),
  caseId: z.string().nullable(),
  verdict: z.string().nullable(),
});

const CERTIFICATE = z.strictObject({
  test: TEST,
  status: z.enum(CERTIFICATE_STATUSES),
  why: z.enum(CERTIFY_REASONS),
  place: z.strictObject({ file: z.string(), line: COUNT }).nullable(),
  runs: z.strictObject({
    processes: COUNT,
    forks: COUNT,
    forkedFrom: COUNT,
    counted: COUNT,
    repeats: COUNT,
    turned: COUNT,
  }),
  failures: COUNT,
  bound: z.strictObject({ rate: RATE, confidence: RATE }).nullable(),
  arms: z.array(z.strictObject({ arm: z.string(), failures: COUNT, runs: COUNT, low: RATE, high: RATE })),
  flaky: FLAKY.nullable(),
  note: z.string().nullable(),
});

/** As it is recorded. */
export const CERTIFY_RESULT = z.strictObject({
  certificationId: z.string().nullable(),
  runner: z.string(),
  seed: z.int(),
  commit: z.strictObject({ id: z.string(), changed: z.boolean() }).nullable(),
  since: z.string().nullable(),
  asked: z.strictObject({ rate: RATE, confidence: RATE, runs: COUNT }),
  ended: z.enum(HUNT_ENDINGS),
  certificates: z.array(CERTIFICATE),
  leftOut: COUNT,
  cost: z.strictObject({ trials: COUNT, testExecutions: COUNT, wallMs: MS, suiteRuns: z.number().min(0).nullable() }),
  notTried: z.array(z.strictObject({ what: z.string(), why: z.string() })),
  next: z.string().nullable(),
}) satisfies z.ZodType<CertifyResult>;

export const CERTIFY = z.strictObject({
  ...CERTIFY_RESULT.shape,
  format: z.enum(CERTIFY_FORMATS),
  out: z.string().nullable(),
}) satisfies z.ZodType<CertifyAnswer>;
