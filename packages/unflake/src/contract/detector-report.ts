/** What a runtime's own detector has said of a trial. A report is evidence for a cause and never its proof. */
import type { Cause } from './cause.ts';
import type { TestId } from './test-id.ts';

/** By what speaks, with the cause that it speaks for. */
export const DETECTORS = {
  /** Two goroutines use the same memory, one of them writes, and nothing orders them. */
  'data-race': { family: 'shared-state', kind: 'data-race' },
  /** A promise was rejected and nobody waited for it. */
  'unhandled-rejection': { family: 'timing', kind: 'missing-await' },
  /** A timer, request, socket or process that a test started was still at work when the test ended. */
  'open-handle': { family: 'timing', kind: 'missing-await' },
  /** A coroutine was made and never awaited. */
  'never-awaited': { family: 'timing', kind: 'missing-await' },
  /** A task was dropped while it was at work, or its exception was never asked for. */
  'task-left': { family: 'timing', kind: 'missing-await' },
  /** A file, socket or process was left for the collector to close. */
  'unclosed-resource': { family: 'resource-leak', kind: 'handles' },
} as const satisfies Readonly<Record<string, Cause>>;

export type Detector = keyof typeof DETECTORS;

export interface DetectorReport {
  readonly detector: Detector;
  /** One line. */
  readonly says: string;
  /** `file:line` in the project, relative to where the runner is started; null when no frame of the project's is known. */
  readonly where: string | null;
  /** During which test, or after which; null when that is not known. */
  readonly test: TestId | null;
}

/** For people. */
export function reportInWords({ detector, says, where }: DetectorReport): string {
  return `${detector.replaceAll('-', ' ')}: ${says}${where === null ? '' : ` (${where})`}`;
}

export const isDetector = (name: string): name is Detector => Object.hasOwn(DETECTORS, name);
