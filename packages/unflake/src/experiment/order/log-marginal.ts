/** The probability of counts under one unknown rate: what the rival says that no culprit, or not the tests themselves, explain them. */

/** Natural logarithm of the chance of one given sequence with `events` of `runs`, the rate being Beta(a, b). */
export function logMarginal(events: number, runs: number, a: number, b: number): number {
  return logRising(a, events) + logRising(b, runs - events) - logRising(a + b, runs);
}

/** log of a (a+1) … (a+count−1): a ratio of gamma functions without gamma functions, exact for whole counts. */
function logRising(a: number, count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += Math.log(a + at);
  return sum;
}
