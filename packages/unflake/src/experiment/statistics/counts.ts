/** Refuses counts that no run can give, so that a wrong tally fails here and not as a strange probability later. */
import type { Count } from '../../contract/evidence.ts';

export function requireCount({ failures, runs }: Count): void {
  const valid = Number.isInteger(failures) && Number.isInteger(runs) && failures >= 0 && failures <= runs;
  if (!valid) throw new RangeError(`a count needs whole numbers 0 ≤ failures ≤ runs, got ${failures} of ${runs}`);
}
