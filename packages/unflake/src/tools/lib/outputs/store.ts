/** Results of the tools about the store itself. */
import * as z from 'zod';
import type { StoreCopyResult, StoreStatusResult } from '../store-results.ts';
import { COUNT } from './parts.ts';

export const STORE_STATUS = z.strictObject({
  store: z.string(),
  exists: z.boolean(),
  kind: z.enum(['SQLite', 'PostgreSQL']),
  version: z.string().nullable(),
  bytes: COUNT,
  cases: COUNT,
  hunts: COUNT,
  certifications: COUNT,
  trials: COUNT,
  history: z.strictObject({ tests: COUNT, runs: COUNT, results: COUNT }),
}) satisfies z.ZodType<StoreStatusResult>;

export const STORE_COPY = z.strictObject({
  from: z.string(),
  to: z.string(),
  copied: z.array(z.string()),
  unchanged: z.array(z.string()),
  trials: COUNT,
  history: z.strictObject({ runs: COUNT, unchangedRuns: COUNT, results: COUNT, skippedDays: COUNT }).nullable(),
}) satisfies z.ZodType<StoreCopyResult>;
