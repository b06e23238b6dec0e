/** Results of the tools about workers. */
import * as z from 'zod';
import type { WorkerResult, WorkersResult } from '../workers/results.ts';
import { COUNT } from './parts.ts';

export const WORKER = z.strictObject({
  worker: z.string(),
  machine: z.string(),
  store: z.string(),
  units: COUNT,
  trials: COUNT,
  refused: z.array(z.strictObject({ caseId: z.string(), why: z.string() })),
}) satisfies z.ZodType<WorkerResult>;

export const WORKERS = z.strictObject({
  kind: z.enum(['PostgreSQL', 'SQLite']),
  store: z.string(),
  at: z.string(),
  workers: z.array(
    z.strictObject({
      worker: z.string(),
      machine: z.string(),
      pid: COUNT,
      platform: z.string(),
      root: z.string(),
      state: z.enum(['waits', 'runs', 'lost']),
      startedAt: z.string(),
      seenAt: z.string(),
      runs: z.strictObject({ what: z.string(), since: z.string() }).nullable(),
    }),
  ),
  work: z.array(
    z.strictObject({
      caseId: z.string(),
      commit: z.string().nullable(),
      serves: z.array(z.string()),
      refusals: z.array(z.strictObject({ worker: z.string(), why: z.string() })),
    }),
  ),
}) satisfies z.ZodType<WorkersResult>;
