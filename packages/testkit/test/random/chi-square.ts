/** Whether counts look like those of a fair draw. */

/** The largest chi-square that a fair draw exceeds once in 10,000 times, by the Wilson–Hilferty approximation. */
export function chiSquareLimit(cells: number): number {
  const freedom = cells - 1;
  const shrink = 2 / (9 * freedom);
  return freedom * (1 - shrink + 3.719 * Math.sqrt(shrink)) ** 3;
}

export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
