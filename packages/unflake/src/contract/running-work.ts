/** What a service is working on, for clients that did not start it. */
import type { Phase } from './events.ts';

export const WORK_KINDS = ['case', 'hunt', 'certification'] as const;

export interface RunningWork {
  /** Of the case, hunt or certification. */
  readonly id: string;
  readonly kind: (typeof WORK_KINDS)[number];
  /** That was called. */
  readonly tool: string;
  /** Null for work on many tests. */
  readonly test: string | null;
  /** How many tests the suite has, or are certified. */
  readonly tests: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly phase: Phase | null;
  /** What is being tried; short, for people. */
  readonly doing: string | null;
  /** Trials that have finished, those from the record included, and those of them that failed. */
  readonly trials: number;
  readonly failed: number;
}
