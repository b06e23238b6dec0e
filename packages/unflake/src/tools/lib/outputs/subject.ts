/** Results of the tools that describe a subject without running its tests, and of the one that lists them. */
import * as z from 'zod';
import type { ConfigStatusResult, StatusResult } from '../status-results.ts';
import type { DoctorResult, ListResult } from '../tool-results.ts';
import { COUNT, MOMENT, TEST } from './parts.ts';

const SUITE = z.strictObject({
  runner: z.string(),
  folder: z.string(),
  tests: z.array(TEST),
  problems: z.array(z.string()),
});

export const LIST = SUITE.extend({ others: z.array(SUITE) }) satisfies z.ZodType<ListResult>;

export const DOCTOR = z.strictObject({
  root: z.string(),
  checks: z.array(
    z.strictObject({
      what: z.string(),
      status: z.enum(['ok', 'limited', 'missing']),
      detail: z.string(),
      fix: z.string().nullable(),
    }),
  ),
}) satisfies z.ZodType<DoctorResult>;

export const STATUS = z.strictObject({
  root: z.string(),
  runners: z.array(
    z.strictObject({
      name: z.string(),
      folder: z.string(),
      strength: z.enum(['configured', 'likely', 'possible']),
      because: z.array(z.string()),
    }),
  ),
  config: z.string().nullable(),
  store: z.strictObject({ place: z.string(), exists: z.boolean(), cases: COUNT, open: COUNT }),
  index: z.strictObject({ place: z.string(), exists: z.boolean(), refreshedAt: MOMENT.nullable() }),
}) satisfies z.ZodType<StatusResult>;

export const CONFIG_STATUS = z.strictObject({
  root: z.string(),
  file: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  environment: z.array(z.strictObject({ name: z.string(), does: z.enum(['set', 'removed']) })),
}) satisfies z.ZodType<ConfigStatusResult>;
