/** Results of `scan` and `env validate`. */
import * as z from 'zod';
import { SEVERITIES } from '../../../contract/scan.ts';
import type { ScanReport } from '../../../contract/scan-report.ts';
import { SCAN_FORMATS, type ScanResult } from '../tool-results.ts';
import { PROBLEMS } from './index-tools.ts';
import { CAUSE, COUNT, LINE, looser } from './parts.ts';

const SEVERITY = z.enum(SEVERITIES);
const REACH_STEP = z.strictObject({ file: z.string(), line: LINE, name: z.string(), sure: z.boolean() });

const FINDING = z.strictObject({
  file: z.string(),
  line: LINE,
  column: LINE,
  endLine: LINE,
  endColumn: LINE,
  rule: z.string(),
  cause: CAUSE.nullable(),
  severity: SEVERITY,
  severityIfReached: SEVERITY.exactOptional(),
  message: z.string(),
  code: z.string(),
  test: z.string().nullable(),
  reachedBy: z
    .strictObject({
      sure: COUNT,
      may: COUNT,
      tests: z.array(REACH_STEP),
      path: z.array(REACH_STEP),
      unresolved: COUNT,
    })
    .nullable()
    .exactOptional(),
});

const RULE = z.strictObject({
  id: z.string(),
  cause: CAUSE.nullable(),
  message: z.string(),
  why: z.string(),
  fix: z.string(),
  page: z.string(),
});

const EXCLUDED = z.array(z.strictObject({ pattern: z.string(), reason: z.string(), files: COUNT }));

/** Its parts are those of the report for people, and are not a stable interface. */
const REPORT = looser<ScanReport>(
  z.looseObject({
    files: COUNT,
    lines: COUNT,
    tests: COUNT,
    summary: z.array(z.looseObject({ says: z.string() })),
    known: z.array(z.looseObject({ id: z.string() })),
    classes: z.array(z.looseObject({ rule: z.string(), title: z.string() })),
    candidates: z.array(z.looseObject({ title: z.string() })),
    hypotheses: z.array(z.looseObject({ says: z.string() })),
    diagnostics: z.array(z.looseObject({ why: z.string(), command: z.string() })),
    criteria: z.array(z.looseObject({ says: z.string(), met: z.boolean() })),
    problems: PROBLEMS,
    excluded: EXCLUDED,
  }),
);

const FIXES = z.strictObject({
  written: z.boolean(),
  files: z.array(
    z.strictObject({
      file: z.string(),
      diff: z.string(),
      fixed: z.array(z.strictObject({ rule: z.string(), line: LINE, does: z.string() })),
    }),
  ),
  left: z.array(
    z.strictObject({
      file: z.string(),
      line: LINE.nullable(),
      rule: z.string().nullable(),
      why: z.string(),
    }),
  ),
});

export const SCAN = z.strictObject({
  root: z.string(),
  files: COUNT,
  lines: COUNT,
  findings: z.array(FINDING),
  rules: z.array(RULE).exactOptional(),
  problems: PROBLEMS,
  excluded: EXCLUDED.exactOptional(),
  failOn: z.enum([...SEVERITIES, 'never']),
  format: z.enum(SCAN_FORMATS),
  out: z.string().nullable(),
  report: REPORT.exactOptional(),
  fixes: FIXES.exactOptional(),
}) satisfies z.ZodType<ScanResult>;
