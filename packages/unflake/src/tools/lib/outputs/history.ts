/** Results of the tools about history, as schemas. */
import * as z from 'zod';
import type { HistoryResultPage, IngestResult, PruneResult } from '../history/results.ts';
import { COUNT, LINE, MOMENT, MS, OUTCOME } from './parts.ts';

const RUN = z.strictObject({
  commit: z.string(),
  branch: z.string(),
  run: z.string(),
  job: z.string(),
  attempt: z.int(),
  machine: z.string(),
  at: MOMENT,
  results: COUNT,
  failures: COUNT,
  incident: z.string().nullable(),
});

export const INGEST = z.strictObject({
  store: z.string(),
  files: COUNT,
  known: COUNT,
  results: COUNT,
  runs: z.array(RUN),
  runCount: COUNT,
  renamed: z.array(z.strictObject({ from: z.string(), to: z.string(), why: z.enum(['moved', 'same-body']) })),
  broken: z.array(z.strictObject({ file: z.string(), why: z.string(), line: LINE, column: COUNT })),
}) satisfies z.ZodType<IngestResult>;

const RATE = z.number().min(0).max(1);
const EVIDENCE_KIND = z.enum(['same-commit', 'undone', 'unreachable', 'break']);

const ROW = {
  test: z.string(),
  status: z.enum(['healthy', 'flaky', 'broken', 'fixed', 'quarantined']),
  flaky: RATE,
  failures: COUNT,
  runs: COUNT,
  interval: z.strictObject({ low: RATE, high: RATE, level: RATE }).nullable(),
  hurt: z.number().min(0),
  reruns: COUNT,
  minutesLost: z.number().min(0),
  evidence: z.strictObject({ 'same-commit': COUNT, undone: COUNT, unreachable: COUNT, break: COUNT }),
  firstSeen: MOMENT,
  lastSeen: MOMENT,
  began: z.strictObject({ after: z.string().nullable(), by: z.string() }).nullable(),
  days: z.array(COUNT.nullable()),
  quarantine: z
    .strictObject({
      since: z.string(),
      until: z.string(),
      owner: z.string(),
      reason: z.string(),
      ticket: z.string().nullable(),
      case: z.string().nullable(),
    })
    .nullable(),
  file: z.string(),
  diagnosed: z.strictObject({ caseId: z.string(), says: z.string(), at: MOMENT }).nullable(),
};

const TEST_HISTORY = z.strictObject({
  ...ROW,
  formerNames: z.array(z.string()),
  latestEvidence: z.array(
    z.strictObject({
      kind: EVIDENCE_KIND,
      commit: z.string(),
      branch: z.string(),
      atMs: z.number(),
      failures: COUNT,
      passes: COUNT,
    }),
  ),
  timeline: z.array(
    z.strictObject({
      at: MOMENT,
      commit: z.string(),
      branch: z.string(),
      run: z.string(),
      job: z.string(),
      attempt: z.int(),
      outcome: OUTCOME,
      ms: MS.nullable(),
      fingerprint: z.string().nullable(),
      incident: z.string().nullable(),
    }),
  ),
  fingerprints: z.array(
    z.strictObject({ fingerprint: z.string(), count: COUNT, message: z.string().nullable(), lastSeen: MOMENT }),
  ),
  provoked: z.array(
    z.strictObject({
      source: z.enum(['diagnose', 'hunt', 'certify', 'verify']),
      id: z.string(),
      at: MOMENT,
      runs: COUNT,
      failures: COUNT,
      says: z.string(),
    }),
  ),
  rates: z.array(z.strictObject({ day: z.iso.date(), runs: COUNT, failures: COUNT, low: RATE, high: RATE })),
  failedOn: z.array(z.string()),
});

const TREND = z.strictObject({
  days: z.array(z.strictObject({ day: z.iso.date(), failures: COUNT })),
  statuses: z.strictObject({ healthy: COUNT, flaky: COUNT, broken: COUNT, fixed: COUNT, quarantined: COUNT }),
});

const SIZE = z.strictObject({
  tests: COUNT,
  runs: COUNT,
  results: COUNT,
  bytes: COUNT,
  oldestResultMs: z.number().nullable(),
});

export const HISTORY = z.strictObject({
  store: z.string(),
  size: SIZE,
  total: COUNT,
  tests: z.array(z.strictObject(ROW)),
  incidents: z.array(RUN),
  test: TEST_HISTORY.nullable(),
  trend: TREND.exactOptional(),
}) satisfies z.ZodType<HistoryResultPage>;

export const PRUNE = z.strictObject({
  store: z.string(),
  before: MOMENT,
  results: COUNT,
  dryRun: z.boolean(),
  size: SIZE,
}) satisfies z.ZodType<PruneResult>;
