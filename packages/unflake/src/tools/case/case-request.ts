/** The stored request of a case: how its subject is opened, and what a resumed run must repeat. */
import type { StaticSource } from '../../contract/static-source.ts';
import type { StoredCase } from '../../store/port.ts';
import { currentProtocol, currentSources } from './earlier-names.ts';
import type { CaseOptions, MachineSnapshot } from './run-case.ts';

/** How the subject of a case is opened. */
export interface CaseSubject {
  readonly runner: string;
  readonly rest: readonly string[];
  readonly isolateFs: boolean;
  /** Absent if trials do not start from an environment. */
  readonly environment?: string;
}

export interface CaseRequest extends CaseSubject, Omit<CaseOptions, 'machine'> {
  /** Absent in cases that were stored before knobs were. */
  readonly machine?: MachineSnapshot;
}

/** Reads cases of this build and of earlier ones. */
export function caseRequest({ options, runner }: StoredCase): CaseRequest {
  const stored = options as Partial<Record<keyof CaseRequest, unknown>>;
  return {
    runner: (stored.runner as string | undefined) ?? runner,
    rest: (stored.rest as readonly string[] | undefined) ?? [],
    isolateFs: stored.isolateFs === true,
    ...(typeof stored.environment === 'string' ? { environment: stored.environment } : {}),
    trials: stored.trials as number,
    minutes: stored.minutes as number,
    jobs: stored.jobs as number,
    timeoutSeconds: stored.timeoutSeconds as number,
    protocol: currentProtocol(stored.protocol),
    ...(stored.machine === undefined ? {} : { machine: stored.machine as MachineSnapshot }),
    ...(stored.sources === undefined ? {} : { sources: currentSources(stored.sources as readonly StaticSource[]) }),
  };
}
