/** What is known of running work from its events. */
import type { LabEvent } from '../../contract/events.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { RunningWork } from '../../contract/running-work.ts';

/** Null for an event that opens nothing. */
export function openedWork(event: LabEvent, tool: string, startedAt: string): RunningWork | null {
  const fresh = { tool, startedAt, phase: null, doing: null, trials: 0, failed: 0 };
  switch (event.type) {
    case 'case-opened':
      return { ...fresh, id: event.caseId, kind: 'case', test: event.test, tests: event.tests };
    case 'hunt-opened':
      return { ...fresh, id: event.huntId, kind: 'hunt', test: null, tests: event.tests };
    case 'certification-opened':
      return { ...fresh, id: event.certificationId, kind: 'certification', test: null, tests: event.tests };
    default:
      return null;
  }
}

export function withEvent(work: RunningWork, event: LabEvent): RunningWork {
  switch (event.type) {
    case 'step':
      return { ...work, phase: event.phase, doing: event.doing === '' ? work.doing : event.doing };
    case 'trial-finished':
      return { ...work, trials: work.trials + 1, failed: work.failed + (isFailure(event.outcome) ? 1 : 0) };
    default:
      return work;
  }
}

/** Of what the event closes; null for others. */
export function closedId(event: LabEvent): string | null {
  switch (event.type) {
    case 'case-closed':
      return event.caseId;
    case 'hunt-closed':
      return event.huntId;
    case 'certification-closed':
      return event.certificationId;
    default:
      return null;
  }
}
