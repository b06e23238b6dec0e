/** Counts of failures among runs: refused, summed, turned round. */
import type { Count } from '../../contract/evidence.ts';

/** Refuses what no run can give, so that a wrong tally fails here and not as a strange probability later. */
export function requireCount({ failures, runs }: Count): void {
  const valid = Number.isInteger(failures) && Number.isInteger(runs) && failures >= 0 && failures <= runs;
  if (!valid) throw new RangeError(`a count needs whole numbers 0 ≤ failures ≤ runs, got ${failures} of ${runs}`);
}

export const sumOf = (a: Count, b: Count): Count => ({ failures: a.failures + b.failures, runs: a.runs + b.runs });

/** Passes counted as if they were the failures, and the other way round. */
export const turnedRound = ({ failures, runs }: Count): Count => ({ failures: runs - failures, runs });
