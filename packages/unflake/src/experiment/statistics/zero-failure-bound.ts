/** What passes without a failure imply: an upper bound on the rate, and the number of passes a bound needs. */

/** The rate below which the truth lies at this level when none of that many runs failed. No runs bound nothing: 1. */
export function zeroFailureBound(runs: number, level = 0.95): number {
  return runs === 0 ? 1 : -Math.expm1(Math.log(1 - level) / runs);
}

/** The passes in a row that it takes to say "the rate is below this" at this level. */
export function passesToBound(rate: number, level = 0.95): number {
  if (!(rate > 0 && rate < 1)) throw new RangeError(`a rate to bound lies between 0 and 1, got ${rate}`);
  return Math.ceil(Math.log(1 - level) / Math.log1p(-rate));
}
