/** What passes without a failure imply: an upper bound on the rate. */

/** The rate below which the truth lies at this level when none of that many runs failed. No runs bound nothing: 1. */
export function zeroFailureBound(runs: number, level = 0.95): number {
  return runs === 0 ? 1 : -Math.expm1(Math.log(1 - level) / runs);
}
