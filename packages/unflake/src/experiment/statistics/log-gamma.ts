/** ln Γ, ln B and ln of the binomial coefficient: the basis of every exact probability here. */

// Lanczos' approximation with g = 7 and nine terms: relative error below 1e-14 for x ≥ 0.5.
const G = 7;
const TERMS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const;
const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2;

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma needs a positive number, got ${x}`);
  // The series loses digits near zero; Γ(x) = Γ(x + 1) / x keeps away from it.
  if (x < 0.5) return logGamma(x + 1) - Math.log(x);
  const shifted = x - 1;
  let sum: number = TERMS[0];
  for (let i = 1; i < TERMS.length; i += 1) sum += TERMS[i]! / (shifted + i);
  const t = shifted + G + 0.5;
  return HALF_LOG_TWO_PI + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** ln B(a, b) for a, b > 0. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** ln of the number of ways to choose k of n. */
export function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}
