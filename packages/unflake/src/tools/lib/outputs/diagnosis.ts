/** The result of `diagnose`. */
import * as z from 'zod';
import { DETECTORS, type Detector } from '../../../contract/detector-report.ts';
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import { CAUSE, COUNT, FAMILY, KIND, LINE, MS, OUTCOME, TALLY, TEST, TRIAL, VERDICT } from './parts.ts';

const SHARE = z.number().min(0).max(1);
const FACTOR_NAME = z.strictObject({ knob: z.string(), setting: z.string() });

export const DIAGNOSIS = z.strictObject({
  caseId: z.string(),
  test: TEST,
  runner: z.string(),
  seed: z.int(),
  verdict: VERDICT,
  cause: CAUSE.extend({ confidence: SHARE }).nullable(),
  polluters: z.array(z.array(TEST)),
  setters: z.array(TEST),
  setterSets: z.array(z.array(TEST)).exactOptional(),
  cleaners: z.array(TEST),
  factor: z
    .strictObject({
      knob: z.string(),
      failing: z.array(z.string()),
      passing: z.array(z.string()),
      with: FACTOR_NAME.exactOptional(),
      unless: FACTOR_NAME.exactOptional(),
    })
    .nullable(),
  mechanism: z
    .strictObject({
      kind: z.string(),
      name: z.string(),
      before: z.string(),
      after: z.string(),
      provedBy: z.string(),
    })
    .nullable(),
  launcher: z.strictObject({ name: z.string(), keeps: z.string() }).exactOptional(),
  leftBehind: z
    .array(z.strictObject({ path: z.string(), trial: TRIAL, movedTo: z.string().nullable() }))
    .exactOptional(),
  sources: z.array(z.strictObject({ rule: z.string(), file: z.string(), line: LINE })),
  polluterSources: z
    .array(z.strictObject({ test: TEST, rule: z.string(), file: z.string(), line: LINE, text: z.string() }))
    .exactOptional(),
  detected: z
    .array(
      z.strictObject({
        detector: z.enum(Object.keys(DETECTORS) as [Detector, ...Detector[]]),
        says: z.string(),
        where: z.string().nullable(),
        test: TEST.nullable(),
        trials: z.array(TRIAL),
      }),
    )
    .exactOptional(),
  failures: z
    .array(
      z.strictObject({
        fingerprint: z.string(),
        outcome: OUTCOME,
        message: z.string(),
        count: COUNT,
        trials: z.array(TRIAL),
      }),
    )
    .exactOptional(),
  evidence: z.array(z.strictObject({ claim: z.string(), with: TALLY, without: TALLY, trials: z.array(TRIAL) })),
  hypotheses: z.array(
    z.strictObject({
      family: FAMILY,
      kind: KIND,
      for: z.array(z.string()),
      against: z.array(z.string()),
      posterior: SHARE,
      status: z.enum(['confirmed', 'rejected', 'open']),
      distinguishedBy: z.string(),
      tested: z.boolean().exactOptional(),
    }),
  ),
  odds: z
    .array(
      z.strictObject({
        after: TRIAL.nullable(),
        says: z.string(),
        chances: z.array(CAUSE.extend({ posterior: SHARE })),
      }),
    )
    .exactOptional(),
  reproduce: z
    .strictObject({
      fails: z.string(),
      passes: z.string(),
      failRate: SHARE,
      controlFailRate: SHARE.exactOptional(),
      confirmed: z.boolean(),
      trials: z.array(TRIAL),
      movedAside: z.array(z.string()).exactOptional(),
      replayedBecause: z.string().exactOptional(),
    })
    .nullable(),
  summary: z.string(),
  next: z.string(),
  cost: z.strictObject({ trials: COUNT, testExecutions: COUNT, wallMs: MS }),
  busyHost: z.strictObject({ trials: z.array(TRIAL), failed: COUNT, repeated: COUNT }).exactOptional(),
  notTried: z.array(z.strictObject({ what: z.string(), why: z.string() })),
}) satisfies z.ZodType<Diagnosis>;
