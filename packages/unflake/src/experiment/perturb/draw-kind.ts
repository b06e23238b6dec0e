/** Which kind of draw a failure depends on: the order of a set, a random number, or a random number close to a bound. */
import type { Kind } from '../../contract/cause.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';

/** How runners write "equal within a tolerance". */
const NEARLY = /approx|close ?to|almost ?equal|is_?close|tolerance|epsilon|within [\d.e-]+ of|in_?delta/i;

export function drawKind(kind: Kind, seen: readonly TrialResult[], target: TestId, trials: readonly TrialId[]): Kind {
  if (kind !== 'randomness') return kind;
  const messages = seen
    .filter(({ id }) => trials.includes(id))
    .flatMap(({ observations }) =>
      observations.filter(({ test }) => test === target).map(({ message }) => message ?? ''),
    );
  const near = messages.filter((message) => NEARLY.test(message)).length;
  return 2 * near > messages.length ? 'tolerance' : 'randomness';
}
