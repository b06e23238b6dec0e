/** One event in one line, for a client that shows progress. */
import type { LabEvent } from '../../contract/events.ts';

export function eventText(event: LabEvent): string {
  switch (event.type) {
    case 'case-opened':
      return `case ${event.caseId}: ${event.test} with ${event.runner}, ${event.tests} tests, seed ${event.seed}`;
    case 'step':
      return `${event.phase}: ${event.doing}`;
    case 'trial-finished':
      return `${event.phase}: ${event.trial} ${event.outcome}${event.replayed ? ', replayed' : ''}`;
    case 'said':
      return `${event.phase}: ${event.text}`;
    case 'note':
      return `note: ${event.text}`;
    case 'output':
      return event.text.trimEnd();
    case 'environment':
    case 'worker':
      return `${event.label}: ${event.text}`;
    case 'case-closed':
      return `case ${event.caseId}: ${event.verdict}`;
    case 'hunt-opened':
      return `hunt ${event.huntId}: ${event.tests} tests with ${event.runner}, seed ${event.seed}`;
    case 'hunt-closed':
      return `hunt ${event.huntId}: ${event.flaky} flaky`;
    case 'certification-opened':
      return `certification ${event.certificationId}: ${event.tests} tests with ${event.runner}, seed ${event.seed}`;
    case 'certification-closed':
      return `certification ${event.certificationId}: ${event.certified} certified`;
    default:
      return event satisfies never;
  }
}
