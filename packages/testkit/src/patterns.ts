/** Assertions about operations that move things: idempotence, rollback and timeouts. */
export { assertIdempotent, type IdempotentOperation } from './patterns/idempotent.ts';
export { PatternError } from './patterns/pattern-error.ts';
export { assertRollsBack, type FailingOperation } from './patterns/rolls-back.ts';
export { assertTimesOut, type TimedPhase, type TimingOut } from './patterns/times-out.ts';
