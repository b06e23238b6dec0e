/** Results of the tools about quarantine, as schemas. */
import * as z from 'zod';
import { ENTRY_STATES } from '../../../experiment/quarantine/check-entry.ts';
import type {
  QuarantineChangeResult,
  QuarantineCheckResult,
  QuarantineGateResult,
  QuarantineListResult,
} from '../quarantine/results.ts';
import { COUNT } from './parts.ts';

const ENTRY = z.strictObject({
  test: z.string(),
  reason: z.string(),
  owner: z.string(),
  ticket: z.string().optional(),
  since: z.iso.date(),
  until: z.iso.date(),
  case: z.string().optional(),
});

const LIST = {
  file: z.string(),
  entries: z.array(ENTRY),
  caps: z.strictObject({ total: COUNT, perOwner: COUNT, days: COUNT }),
};

export const QUARANTINE_LIST = z.strictObject(LIST) satisfies z.ZodType<QuarantineListResult>;

export const QUARANTINE_CHANGE = z.strictObject({
  ...LIST,
  changed: ENTRY,
}) satisfies z.ZodType<QuarantineChangeResult>;

export const QUARANTINE_CHECK = z.strictObject({
  file: z.string(),
  checks: z.array(
    z.strictObject({
      test: z.string(),
      state: z.enum(ENTRY_STATES),
      says: z.string(),
      passes: COUNT,
      failures: COUNT,
    }),
  ),
  problems: z.array(z.string()),
}) satisfies z.ZodType<QuarantineCheckResult>;

const FAILURE = { test: z.string(), message: z.string().nullable() };

export const QUARANTINE_GATE = z.strictObject({
  file: z.string(),
  passes: z.boolean(),
  tests: COUNT,
  excused: z.array(z.strictObject({ ...FAILURE, entry: ENTRY })),
  failures: z.array(z.strictObject(FAILURE)),
  problems: z.array(z.string()),
  notRun: z.array(z.string()),
  command: z
    .strictObject({
      argv: z.array(z.string()),
      code: z.int().nullable(),
      signal: z.string().nullable(),
      timedOut: z.boolean(),
      output: z.string(),
    })
    .nullable(),
  ingested: COUNT.nullable(),
}) satisfies z.ZodType<QuarantineGateResult>;
