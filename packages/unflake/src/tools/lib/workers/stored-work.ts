/** What a worker reads of a case, a hunt or a certification: how its subject is opened, and what its trials start with. */
import type { TestId } from '../../../contract/test-id.ts';
import type { LaunchRequest } from '../../../engine/launchers/choose-launcher.ts';
import type { Store } from '../../../store/port.ts';
import { caseRequest } from '../case/case-request.ts';
import type { MachineSnapshot } from '../case/machine-snapshot.ts';
import { type CaseSubjectRequest, storedSubject } from '../case/open-case-subject.ts';
import { certifyRequest, storedCertificationSubject } from '../certify/certify-request.ts';
import { huntRequest, storedHuntSubject } from '../hunt/hunt-request.ts';

export interface StoredWork {
  readonly seed: number;
  readonly suite: readonly TestId[];
  /** A hunt may be for a part of the suite. */
  readonly isWholeSuite: boolean;
  readonly subject: CaseSubjectRequest;
  readonly machine: MachineSnapshot | undefined;
  readonly launch: Pick<LaunchRequest, 'launcher' | 'target' | 'timeBoxMs'>;
}

type Places = Pick<CaseSubjectRequest, 'config' | 'store'>;

export async function storedWork(store: Store, caseId: string, places: Places): Promise<StoredWork> {
  if (caseId.startsWith('h-')) {
    const found = await store.findHunt(caseId);
    const work = { isWholeSuite: false, subject: storedHuntSubject(found, places) };
    return { ...found, ...work, ...startOf(found.suite[0]!, huntRequest(found)) };
  }
  if (caseId.startsWith('cert-')) {
    const found = await store.findCertification(caseId);
    const request = certifyRequest(found);
    const work = { isWholeSuite: true, subject: storedCertificationSubject(found, places) };
    return { ...found, ...work, ...startOf(request.tests[0]!.test, request) };
  }
  const found = await store.findCase(caseId);
  const work = { isWholeSuite: true, subject: storedSubject(found, places) };
  return { ...found, ...work, ...startOf(found.test, caseRequest(found)) };
}

function startOf(
  target: TestId,
  request: {
    readonly launcher: NonNullable<LaunchRequest['launcher']>;
    readonly timeoutSeconds: number;
    readonly machine?: MachineSnapshot;
  },
): Pick<StoredWork, 'launch' | 'machine'> {
  const { launcher, timeoutSeconds, machine } = request;
  return { machine, launch: { launcher, target, timeBoxMs: 1000 * timeoutSeconds } };
}
