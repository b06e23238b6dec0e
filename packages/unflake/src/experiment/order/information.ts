/** Bits: how much one yes-or-no answer can tell. */

/** Entropy of a coin that shows heads with probability p. */
export function coinBits(p: number): number {
  if (p <= 0 || p >= 1) return 0;
  return -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p));
}

/** Bits that one trial can carry at best when the event comes with probability p after a culprit and q without. */
export function capacity(p: number, q: number): number {
  if (p === q) return 0;
  // The closed form for a channel with two inputs and two outputs (Muroga).
  const slope = (coinBits(q) - coinBits(p)) / (p - q);
  const base = -coinBits(q) - q * slope;
  return Math.log2(2 ** base + 2 ** (base + slope));
}
