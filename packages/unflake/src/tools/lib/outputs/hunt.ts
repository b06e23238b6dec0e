/** The result of `hunt`. */
import * as z from 'zod';
import { HUNT_ENDINGS, type HuntResult } from '../../../contract/hunt.ts';
import { HUNT_FORMATS, type HuntReport } from '../tool-results.ts';
import { CAUSE, CONDITIONS, COUNT, KIND, MS, OUTCOME, TEST, TRIAL } from './parts.ts';

const RATE = z.number().min(0).max(1);
const PLACE = z.strictObject({ file: z.string(), line: COUNT }).nullable();
const COUNTS = { failures: COUNT, runs: COUNT };

const FLAKY = z.strictObject({
  test: TEST,
  place: PLACE,
  kind: KIND.nullable(),
  arm: z.string(),
  arms: z.array(z.strictObject({ arm: z.string(), ...COUNTS, low: RATE, high: RATE })),
  after: z.array(TEST),
  conditions: CONDITIONS,
  fingerprints: z.array(z.string()),
  message: z.string().nullable(),
  reproduce: z.strictObject({ fails: z.string(), confirmed: z.boolean() }),
  cluster: z.string(),
  caseId: z.string().nullable(),
});

/** As it is recorded. */
export const HUNT_RESULT = z.strictObject({
  huntId: z.string().nullable(),
  runner: z.string(),
  seed: z.int(),
  tests: COUNT,
  ended: z.enum(HUNT_ENDINGS),
  since: z.string().nullable(),
  shard: z.strictObject({ number: COUNT, of: COUNT }).nullable(),
  rounds: z.array(z.strictObject({ arm: z.string(), trials: z.array(TRIAL), ms: MS, found: COUNT })),
  coverage: z.strictObject({ pairs: COUNT, of: COUNT }),
  flaky: z.array(FLAKY),
  broken: z.array(
    z.strictObject({
      test: TEST,
      place: PLACE,
      ...COUNTS,
      outcome: OUTCOME,
      message: z.string().nullable(),
      takesDown: z.array(TEST),
    }),
  ),
  unrepeated: z.array(
    z.strictObject({ test: TEST, place: PLACE, arm: z.string(), ...COUNTS, message: z.string().nullable() }),
  ),
  clusters: z.array(
    z.strictObject({
      id: z.string(),
      why: z.string(),
      source: z.strictObject({ rule: z.string(), file: z.string(), line: COUNT, cause: CAUSE }).nullable(),
      tests: z.array(TEST),
      representative: TEST,
      caseId: z.string().nullable(),
      verdict: z.string().nullable(),
      explains: z.array(TEST).nullable(),
    }),
  ),
  bounds: z.array(z.strictObject({ arm: z.string(), rounds: COUNT, rate: RATE, confidence: RATE })),
  cost: z.strictObject({ trials: COUNT, testExecutions: COUNT, wallMs: MS, suiteRuns: z.number().min(0).nullable() }),
  notTried: z.array(z.strictObject({ what: z.string(), why: z.string() })),
  next: z.string().nullable(),
}) satisfies z.ZodType<HuntResult>;

export const HUNT = z.strictObject({
  ...HUNT_RESULT.shape,
  format: z.enum(HUNT_FORMATS),
  out: z.string().nullable(),
}) satisfies z.ZodType<HuntReport>;
