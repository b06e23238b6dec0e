/** Positions as people read them: `0-23,31`. */
export function rangesOf(positions: readonly number[]): string {
  const ranges: string[] = [];
  let start = 0;
  for (let at = 1; at <= positions.length; at += 1) {
    if (at < positions.length && positions[at] === positions[at - 1]! + 1) continue;
    const [from, to] = [positions[start]!, positions[at - 1]!];
    ranges.push(from === to ? `${from}` : `${from}-${to}`);
    start = at;
  }
  return ranges.join(',');
}
