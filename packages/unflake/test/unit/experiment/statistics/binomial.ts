/** Sums that the tests compare closed forms with. */
export function binomial(n: number, k: number, rate: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways *= (n - k + i) / i;
  return ways * rate ** k * (1 - rate) ** (n - k);
}
