/** What a certification was opened with. Stored with it and parsed again, so that a resumed run repeats it. */
import * as z from 'zod';
import { CERTIFY_REASONS } from '../../../contract/certificate.ts';
import { UnflakeError } from '../../../contract/faults.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { LAUNCHERS } from '../../../engine/launchers/choose-launcher.ts';
import type { StoredCertification } from '../../../store/port.ts';
import { MACHINE_SNAPSHOT } from '../case/machine-snapshot.ts';
import type { CaseSubjectRequest } from '../case/open-case-subject.ts';

const TEST = z.string() as unknown as z.ZodType<TestId>;

const CERTIFY_REQUEST = z.object({
  runner: z.string(),
  rest: z.array(z.string()).readonly(),
  isolateFs: z.boolean(),
  /** Of the runner, relative to the root. Absent in earlier certifications. */
  folder: z.string().exactOptional(),
  tests: z
    .array(
      z.object({
        test: TEST,
        why: z.enum(CERTIFY_REASONS),
        place: z.object({ file: z.string(), line: z.number() }).nullable(),
        knobs: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  since: z.string().nullable(),
  commit: z.object({ id: z.string(), changed: z.boolean() }).nullable(),
  leftOut: z.number(),
  rate: z.number(),
  confidence: z.number(),
  minutes: z.number(),
  /** Of its first run, by which it chooses what it can afford. */
  firstMinutes: z.number(),
  jobs: z.number(),
  timeoutSeconds: z.number(),
  /** Trials that are counted at the same time, for workers. Absent: one after another. */
  ahead: z.number().exactOptional(),
  /** The same on this machine; no trial of a screen runs beside another. Absent: one after another. */
  countedAtOnce: z.number().exactOptional(),
  launcher: z.enum(LAUNCHERS),
  machine: MACHINE_SNAPSHOT,
});

export type CertifyRequest = Readonly<z.output<typeof CERTIFY_REQUEST>>;

export function certifyRequest({ id, options }: Pick<StoredCertification, 'id' | 'options'>): CertifyRequest {
  const parsed = CERTIFY_REQUEST.safeParse(options);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  const field = problem?.path.join('.') ?? '';
  throw new UnflakeError(
    'STORE_UNREADABLE',
    `the request of certification ${id} cannot be read: ${field} ${problem?.message}`,
    { caseId: id, field },
  );
}

/** How it was opened. The places of the config file and the store are those of this call. */
export function storedCertificationSubject(
  found: StoredCertification,
  { config, store }: Pick<CaseSubjectRequest, 'config' | 'store'>,
): CaseSubjectRequest {
  const { runner, folder, rest, isolateFs } = certifyRequest(found);
  return { root: found.root, config, store, runner, folder, rest, isolateFs, test: found.suite[0] };
}
