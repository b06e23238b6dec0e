/** Reads what `git log -L` prints: for each commit the lines as they were before it and as they are after it. Pure. */

export interface LoggedCommit {
  readonly hash: string;
  readonly date: string;
  readonly atMs: number;
  readonly subject: string;
  /** Null where there were none yet, or are none any more. */
  readonly before: string | null;
  readonly after: string | null;
  /** The lines with their marks, as git shows them. */
  readonly diff: string | null;
}

/** Marks the beginning of a commit; no message has it. */
export const COMMIT_MARK = '\u0001';
export const LOG_FORMAT = `--format=${COMMIT_MARK}%H%x00%as%x00%s%x00%ct`;

export function readLineLog(text: string): readonly LoggedCommit[] {
  return text
    .split(COMMIT_MARK)
    .slice(1)
    .map((entry) => {
      const end = entry.indexOf('\n');
      const head = end === -1 ? entry : entry.slice(0, end);
      const [hash = '', date = '', subject = '', seconds = ''] = head.split('\0');
      return { hash, date, atMs: 1000 * Number(seconds), subject, ...states(end === -1 ? '' : entry.slice(end + 1)) };
    });
}

function states(patch: string): Pick<LoggedCommit, 'before' | 'after' | 'diff'> {
  const before: string[] = [];
  const after: string[] = [];
  const diff: string[] = [];
  let isInHunk = false;
  for (const line of patch.split('\n')) {
    if (line.startsWith('@@ ')) isInHunk = true;
    else if (line.startsWith('diff --git ')) isInHunk = false;
    else if (!isInHunk) continue;
    if (isInHunk && /^[-+ ]/.test(line)) diff.push(line);
    if (line.startsWith('-')) before.push(line.slice(1));
    else if (line.startsWith('+')) after.push(line.slice(1));
    else if (line.startsWith(' ')) {
      before.push(line.slice(1));
      after.push(line.slice(1));
    }
  }
  return { before: joined(before), after: joined(after), diff: joined(diff) };
}

const joined = (lines: readonly string[]): string | null => lines.join('\n').trimEnd() || null;
