/** Suggestions for an unknown word: the known words nearest to it. */

/** At most `most` of the known words, nearest first; none that is too different. */
export function nearMatches(word: string, known: readonly string[], most = 3): readonly string[] {
  const wanted = word.toLowerCase();
  // A third of the letters may be wrong; beyond that a suggestion is noise.
  const limit = Math.max(1, Math.ceil(wanted.length / 3));
  const near = known
    .map((candidate, index) => ({ candidate, index, distance: distanceTo(wanted, candidate.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.index - b.index);
  // If one is a single edit away, the others are no help.
  const best = near[0]?.distance === 1 ? near.filter(({ distance }) => distance === 1) : near;
  return best.slice(0, most).map(({ candidate }) => candidate);
}

/** `; did you mean a or b?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearMatches(word, known);
  return near.length === 0 ? '' : `; did you mean ${near.map((name) => `\`${name}\``).join(' or ')}?`;
}

// Containing the word counts as one error, so that `total` finds `test_cart.py::test_total` among long ids.
function distanceTo(word: string, candidate: string, limit: number): number {
  if (word.length >= 3 && candidate.includes(word)) return 1;
  // People name a test by the last part of its id.
  const last = candidate.split(/::| > /).at(-1)!;
  return Math.min(...[candidate, last].map((text) => boundedDistance(word, text, limit)));
}

function boundedDistance(a: string, b: string, limit: number): number {
  return Math.abs(a.length - b.length) > limit ? Number.POSITIVE_INFINITY : editDistance(a, b);
}

/** Insertions, deletions, replacements and swapped neighbours, each at cost one. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : replaced;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
