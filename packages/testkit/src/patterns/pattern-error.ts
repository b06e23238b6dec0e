/**
 * The operation violates the pattern; the message has the expected and the actual value.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { assertIdempotent, PatternError } from '@unflake/testkit/patterns';
 *
 * let count = 0;
 * const counting = { run: () => (count += 1), state: () => count, isRepeat: (answer: number) => answer > 1 };
 * await assert.rejects(assertIdempotent(counting), PatternError);
 * ```
 */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly code = 'PATTERN_BROKEN';
}

/** Throws unless the condition holds. */
export function requireKept(isKept: boolean, complaint: string): void {
  if (!isKept) throw new PatternError(complaint);
}

/** Throws unless both texts are equal; shows both. */
export function requireSame(complaint: string, before: string, after: string): void {
  requireKept(after === before, `${complaint}\n  before: ${before}\n  after:  ${after}`);
}
