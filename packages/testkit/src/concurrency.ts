/** Tests of concurrent code: start together, finish in time, hold an invariant, try many schedules. */
export { Barrier, together } from './concurrency/barrier.ts';
export { type HoldsDuringOptions, holdsDuring } from './concurrency/holds-during.ts';
export { type Interleaved, type InterleaveOptions, InterleavingError, interleave } from './concurrency/interleave.ts';
export type { Schedule, Step } from './concurrency/schedule.ts';
export {
  DeadlineError,
  type DeadlineOptions,
  type PendingTask,
  type WaitFor,
  withinDeadline,
} from './concurrency/within-deadline.ts';
