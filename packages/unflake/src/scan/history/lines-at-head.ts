/** Where lines of the working tree stand in the last commit, from the diff between the two. Pure. */

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

/** `diff` is that of one file, without context. Null when none of the lines is in the last commit. */
export function linesAtHead({ line, endLine }: Lines, diff: string): Lines | null {
  const hunks = [...diff.matchAll(HUNK)].map((match) => {
    const [was, wasLines, is, isLines] = [match[1], match[2] ?? '1', match[3], match[4] ?? '1'].map(Number) as Four;
    return { was, wasLines, is, isLines };
  });
  const old: number[] = [];
  for (let at = line; at <= endLine; at += 1) {
    const own = hunks.find(({ is, isLines }) => at >= is && at < is + isLines);
    // A changed line stands for the lines that it replaces; an added one for none.
    if (own !== undefined) {
      if (own.wasLines > 0) old.push(own.was, own.was + own.wasLines - 1);
      continue;
    }
    const shift = hunks
      .filter(({ is, isLines }) => (isLines === 0 ? is + 1 : is + isLines) <= at)
      .reduce((sum, { wasLines, isLines }) => sum + wasLines - isLines, 0);
    old.push(at + shift);
  }
  return old.length === 0 ? null : { line: Math.min(...old), endLine: Math.max(...old) };
}

type Four = [number, number, number, number];
