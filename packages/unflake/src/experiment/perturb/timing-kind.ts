/** The timing kind of a failure under slowdown, read from the failing trials. */
import type { Kind } from '../../contract/cause.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';

const WORK_AFTER_THE_END = /unhandled ?rejection|after (the|its) test (has )?(ended|finished|completed)|never awaited/i;
const TIMED_OUT = /time[ -]?out|timed[ -]out|deadline|exceeded/i;
/** A number held against a bound, as runners write it, or words for how long something took. */
const BOUND =
  /[<>]=?\s*-?\d|-(lt|le|gt|ge) \d|toBe(Less|Greater)Than|(less|greater|more|lower|higher|longer|slower|at most|at least|below|above) (than )?\S*\d|\b(elapsed|took|lasted|too (slow|long))\b/i;

export function timingKind(seen: readonly TrialResult[], target: TestId, trials: readonly TrialId[]): Kind {
  const failing = seen.filter(({ id }) => trials.includes(id));
  const observations = failing.flatMap((result) =>
    result.observations.filter(({ test, outcome }) => test === target && isFailure(outcome)),
  );
  const most = (matches: number) => 2 * matches > observations.length;
  const says = (pattern: RegExp) => most(observations.filter(({ message }) => pattern.test(message ?? '')).length);
  if (most(failing.filter(({ problems }) => problems.some((problem) => WORK_AFTER_THE_END.test(problem))).length))
    return 'missing-await';
  if (most(observations.filter(({ outcome }) => outcome === 'timed-out').length) || says(TIMED_OUT))
    return 'tight-timeout';
  return says(BOUND) ? 'elapsed-time-assertion' : 'short-wait';
}
