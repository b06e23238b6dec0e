/** What a hunt was opened with: how its subject is opened, and what a resumed run must repeat. Stored with the hunt and parsed again. */
import * as z from 'zod';
import { UnflakeError } from '../../../contract/faults.ts';
import { LAUNCHERS } from '../../../engine/launchers/choose-launcher.ts';
import type { StoredHunt } from '../../../store/port.ts';
import { MACHINE_SNAPSHOT } from '../case/machine-snapshot.ts';
import type { CaseSubjectRequest } from '../case/open-case-subject.ts';

const HUNT_REQUEST = z.object({
  runner: z.string(),
  /** Of the runner, relative to the root. Absent in earlier hunts. */
  folder: z.string().exactOptional(),
  rest: z.array(z.string()).readonly(),
  isolateFs: z.boolean(),
  rounds: z.number(),
  minutes: z.number(),
  /** Of its first run, by which it chooses what it can afford. */
  firstMinutes: z.number(),
  /** Nobody said how long its first run may take. Absent in earlier hunts. */
  usualEffort: z.enum(['limits', 'lifted']).exactOptional(),
  jobs: z.number(),
  timeoutSeconds: z.number(),
  /** Rounds at the same time, for workers. Absent: one after another. */
  ahead: z.number().exactOptional(),
  launcher: z.enum(LAUNCHERS),
  /** The commit with which the code was compared to choose the tests. */
  since: z.string().nullable().default(null),
  machine: MACHINE_SNAPSHOT,
  shards: z.object({ of: z.number(), mine: z.number().nullable() }).readonly().exactOptional(),
});

export type HuntRequest = Readonly<z.output<typeof HUNT_REQUEST>>;

export function huntRequest({ id, options }: StoredHunt): HuntRequest {
  const parsed = HUNT_REQUEST.safeParse(options);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  const field = problem?.path.join('.') ?? '';
  throw new UnflakeError('STORE_UNREADABLE', `the request of hunt ${id} cannot be read: ${field} ${problem?.message}`, {
    caseId: id,
    field,
  });
}

/** How a recorded hunt was opened. The places of the config file and the store are those of this call. */
export function storedHuntSubject(
  found: StoredHunt,
  { config, store }: Pick<CaseSubjectRequest, 'config' | 'store'>,
): CaseSubjectRequest {
  const { runner, folder, rest, isolateFs } = huntRequest(found);
  return { root: found.root, config, store, runner, folder, rest, isolateFs, test: found.suite[0] };
}
