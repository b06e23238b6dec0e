/**
 * The natural logarithm from + − × ÷ only. Engines may round `Math.log` differently, and the same seed would then give other normal values
 * in another browser; the four operations are exact everywhere.
 */

// z ≤ 0.1716 after reduction, so the terms beyond z^21 are below one unit in the last place.
const MAX_POWER = 21;

/** ln x for 0 < x ≤ 1. */
export function naturalLog(x: number): number {
  let mantissa = x;
  let halvings = 0;
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    halvings += 1;
  }
  const z = (mantissa - 1) / (mantissa + 1);
  const zz = z * z;
  let sum = 0;
  for (let power = MAX_POWER; power >= 1; power -= 2) sum = sum * zz + 1 / power;
  return 2 * z * sum - halvings * Math.LN2;
}
