/** If the destination fails, the source is unchanged and nothing is left at the destination. */
import { asError } from '../text/as-error.ts';
import { brief, show } from '../text/show.ts';
import { requireKept, requireSame } from './pattern-error.ts';

export interface FailingOperation<A> {
  /** The state of the source, as data. */
  readonly source: () => unknown;
  /** The state of the destination, as data. */
  readonly destination: () => unknown;
  /** Makes the destination fail from now on. */
  readonly breakDestination: () => unknown;
  readonly run: () => Promise<A> | A;
  /** True if a result says that the operation was undone. An operation that throws counts as undone. */
  readonly isRolledBack: (answer: A) => boolean;
}

/**
 * Breaks the destination, runs the operation, and fails unless the operation reports that it was undone and both sides are as before.
 * Returns the result, or the error that the operation threw.
 *
 * @example
 * ```ts
 * import { assertRollsBack } from '@unflake/testkit/patterns';
 *
 * const source = new Set(['entity']);
 * const destination = new Set<string>();
 * let broken = false;
 * await assertRollsBack({
 *   source: () => source,
 *   destination: () => destination,
 *   breakDestination: () => (broken = true),
 *   run: () => {
 *     source.delete('entity');
 *     if (broken) {
 *       source.add('entity');
 *       return 'rolled back';
 *     }
 *     destination.add('entity');
 *     return 'moved';
 *   },
 *   isRolledBack: (answer) => answer === 'rolled back',
 * });
 * ```
 */
export async function assertRollsBack<A>(operation: FailingOperation<A>): Promise<A | Error> {
  const { source, destination, breakDestination, run, isRolledBack } = operation;
  const snapshot = async () => [show(await source()), show(await destination())] as const;
  const before = await snapshot();
  await breakDestination();
  const answer = await (async () => run())().catch(asError);
  const isUndone = answer instanceof Error || isRolledBack(answer);
  requireKept(isUndone, `the operation does not say that it was undone: ${brief(answer)}`);
  const after = await snapshot();
  requireSame('the source was not restored', before[0], after[0]);
  requireSame('something is left at the destination', before[1], after[1]);
  return answer;
}
