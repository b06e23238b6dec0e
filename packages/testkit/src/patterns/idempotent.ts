/** The same token twice: the second call changes nothing and reports that it is a repeat. */
import { requireWhole } from '../text/refuse.ts';
import { brief, show } from '../text/show.ts';
import { requireKept, requireSame } from './pattern-error.ts';

export interface IdempotentOperation<A> {
  /** The operation, always with the same token. */
  readonly run: () => Promise<A> | A;
  /** All state that the operation may change, as data. */
  readonly state: () => unknown;
  /** True if a result says that the operation was already done. */
  readonly isRepeat: (answer: A) => boolean;
  /** How often to repeat; by default once. */
  readonly repeats?: number;
}

/**
 * Runs the operation, then repeats it. Fails if the first result claims to be a repeat, if a repeat changes the state, or if a repeat does
 * not say that it is one. Returns the first result.
 *
 * @example
 * ```ts
 * import { assertIdempotent } from '@unflake/testkit/patterns';
 *
 * const done = new Set<string>();
 * let balance = 100;
 * await assertIdempotent({
 *   run: () => {
 *     const repeat = done.has('token-1');
 *     if (!repeat) balance -= 10;
 *     done.add('token-1');
 *     return { repeat };
 *   },
 *   state: () => balance,
 *   isRepeat: (answer) => answer.repeat,
 * });
 * ```
 */
export async function assertIdempotent<A>(operation: IdempotentOperation<A>): Promise<A> {
  const { run, state, isRepeat, repeats = 1 } = operation;
  requireWhole(1, 'repeats', repeats);
  const first = await run();
  requireKept(!isRepeat(first), `the first answer claims to be a repeat: ${brief(first)}`);
  // Converted to text at once, because the state may be an object that changes later.
  const once = show(await state());
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const answer = await run();
    requireSame(`repeat ${repeat} changed the state`, once, show(await state()));
    requireKept(isRepeat(answer), `repeat ${repeat} does not say that it is one: ${brief(answer)}`);
  }
  return first;
}
