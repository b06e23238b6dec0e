/** Results of the tools that read or replay recorded cases. */
import * as z from 'zod';
import type { CaseFindings, CaseRecord } from '../../../contract/case-record.ts';
import { PHASES } from '../../../contract/events.ts';
import type { CaseResult } from '../status-results.ts';
import {
  type CasesResult,
  type DemoResult,
  REPORT_FORMATS,
  type ReplayResult,
  type ReportResult,
} from '../tool-results.ts';
import { DIAGNOSIS } from './diagnosis.ts';
import { CAUSE, CONDITIONS, COUNT, looser, MOMENT, MS, OUTCOME, TEST, TRIAL, VERDICT } from './parts.ts';
import { VERIFICATION } from './verification.ts';

/** The finding of each plan, by name. Their fields are for reports and grow with the plans, so they are not a stable interface. */
const FINDINGS = looser<CaseFindings>(
  z.looseObject({
    confirm: z.looseObject({}).nullable(),
    isolate: z.looseObject({}).nullable(),
    searched: z.enum(['victim', 'brittle']).nullable(),
    order: z.looseObject({}).nullable(),
    cleaners: z.looseObject({}).nullable(),
    time: z.looseObject({}).nullable(),
  }),
);

const CASE_RECORD = z.strictObject({
  diagnosis: DIAGNOSIS,
  findings: FINDINGS,
  testsBefore: z.int().min(-1),
  trials: z.array(
    z.strictObject({
      id: TRIAL,
      phase: z.enum(PHASES),
      arm: z.string(),
      outcome: OUTCOME,
      ms: MS,
      phases: z.strictObject({ setup: MS, call: MS, teardown: MS }).exactOptional(),
      fingerprint: z.string().exactOptional(),
      command: z.string(),
      conditions: CONDITIONS,
      seed: z.int(),
      tests: COUNT,
    }),
  ),
  verifications: z.array(VERIFICATION).exactOptional(),
}) satisfies z.ZodType<CaseRecord>;

const CASE_HEAD = {
  caseId: z.string(),
  test: TEST,
  runner: z.string(),
  seed: z.int(),
  openedAt: MOMENT,
  verdict: VERDICT.nullable(),
  cause: CAUSE.nullable(),
};

export const CASES = z.strictObject({
  store: z.string(),
  cases: z.array(z.strictObject({ ...CASE_HEAD, trials: COUNT })),
}) satisfies z.ZodType<CasesResult>;

export const CASE = z.strictObject({
  ...CASE_HEAD,
  store: z.string(),
  root: z.string(),
  closedAt: MOMENT.nullable(),
  tests: COUNT,
  diagnosis: DIAGNOSIS.nullable(),
  trials: z.array(
    z.strictObject({
      id: TRIAL,
      phase: z.enum(PHASES),
      doing: z.string(),
      outcomes: z.array(OUTCOME),
      ms: MS,
      stolen: z.number().min(0).max(1).exactOptional(),
      conditions: CONDITIONS,
      seed: z.int(),
      tests: COUNT,
    }),
  ),
  verifications: z.array(VERIFICATION).exactOptional(),
  output: z.strictObject({ trial: TRIAL, stdout: z.string(), stderr: z.string() }).exactOptional(),
}) satisfies z.ZodType<CaseResult>;

export const REPORT = z.strictObject({
  record: CASE_RECORD,
  format: z.enum(REPORT_FORMATS),
  out: z.string().nullable(),
  site: z.strictObject({ folder: z.string(), cases: COUNT, hunts: COUNT }).exactOptional(),
}) satisfies z.ZodType<ReportResult>;

export const REPLAY = z.strictObject({
  caseId: z.string(),
  trial: TRIAL,
  command: z.string(),
  recorded: OUTCOME,
  seen: z.array(OUTCOME),
  agreeing: COUNT,
  ms: MS,
}) satisfies z.ZodType<ReplayResult>;

export const DEMO = z.strictObject({ record: CASE_RECORD, html: z.string() }) satisfies z.ZodType<DemoResult>;
