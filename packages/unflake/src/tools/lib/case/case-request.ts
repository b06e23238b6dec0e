/** What a case was opened with: how its subject is opened, and what a resumed run must repeat. Stored with the case and parsed again. */
import * as z from 'zod';
import { UnflakeError } from '../../../contract/faults.ts';
import { SEVERITIES } from '../../../contract/scan.ts';
import type { StaticSource } from '../../../contract/static-source.ts';
import { LAUNCHERS } from '../../../engine/launchers/choose-launcher.ts';
import { PROTOCOLS } from '../../../experiment/diagnose/resolved-diagnose-options.ts';
import { currentName } from '../../../scan/rules/renamed.ts';
import type { StoredCase } from '../../../store/port.ts';
import { CAUSE } from '../outputs/parts.ts';
import { currentProtocol } from './earlier-names.ts';
import { MACHINE_SNAPSHOT } from './machine-snapshot.ts';

const SOURCE = z.object({
  // Rules were renamed, and the sources of a case decide which knobs its plan turns first.
  rule: z.string().transform(currentName),
  file: z.string(),
  line: z.number(),
  cause: CAUSE,
  severity: z.enum(SEVERITIES),
  message: z.string(),
  code: z.string().exactOptional(),
}) satisfies z.ZodType<StaticSource>;

const CASE_REQUEST = z.object({
  runner: z.string(),
  rest: z.array(z.string()).readonly().default([]),
  isolateFs: z.boolean().default(false),
  /** Of the runner, relative to the root: other packages may have a test of the same id. Absent in earlier cases. */
  folder: z.string().exactOptional(),
  /** Absent when trials start from no environment. */
  environment: z.string().exactOptional(),
  trials: z.number(),
  minutes: z.number(),
  jobs: z.number(),
  timeoutSeconds: z.number(),
  protocol: z.enum(PROTOCOLS).default('adaptive'),
  launcher: z.enum(LAUNCHERS).default('fastest'),
  /** Absent in cases from before knobs were kept. */
  machine: MACHINE_SNAPSHOT.exactOptional(),
  /** Of the project when the case was opened; `clean`: nothing differed from the commit. Absent without git, and in earlier cases. */
  code: z.object({ commit: z.string(), clean: z.boolean() }).exactOptional(),
  /** What the scan found in the code that the target reaches; absent in cases that were opened before there was one. */
  sources: z.array(SOURCE).readonly().exactOptional(),
});

export type CaseRequest = Readonly<z.output<typeof CASE_REQUEST>>;

/** Reads a case of this release or an earlier one. */
export function caseRequest({ id, options, runner }: StoredCase): CaseRequest {
  const parsed = CASE_REQUEST.safeParse({ runner, ...options, protocol: currentProtocol(options.protocol) });
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  const field = problem?.path.join('.') ?? '';
  throw new UnflakeError('STORE_UNREADABLE', `the request of case ${id} cannot be read: ${field} ${problem?.message}`, {
    caseId: id,
    field,
  });
}
