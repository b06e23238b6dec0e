/** Which lines of which files differ from a commit, from a diff without context. Pure. */

/** Lines of the file as it is now, both ends included. */
export interface ChangedLines {
  readonly line: number;
  readonly endLine: number;
  /** Nothing was there before. */
  readonly added: boolean;
}

const FILE = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** By path, as the diff names it. A file whose name changed alone has no lines. */
export function changedLines(diff: string): ReadonlyMap<string, readonly ChangedLines[]> {
  const files = new Map<string, ChangedLines[]>();
  let own: ChangedLines[] | null = null;
  /** Lines of the hunk that are still to come; they may look like headers. */
  let inside = 0;
  for (const text of diff.split('\n')) {
    if (inside > 0 && /^[-+]/.test(text)) {
      inside -= 1;
      continue;
    }
    const file = FILE.exec(text);
    if (file !== null) {
      own = [];
      if (file[1] !== undefined) files.set(file[1].replace(/\t$/, ''), own);
      continue;
    }
    const hunk = HUNK.exec(text);
    if (hunk === null || own === null) continue;
    const [was, at, is] = [hunk[1] ?? '1', hunk[2], hunk[3] ?? '1'].map(Number) as [number, number, number];
    inside = was + is;
    // What was removed stands between two lines; both are next to it.
    own.push(
      is === 0 ? { line: at, endLine: at + 1, added: false } : { line: at, endLine: at + is - 1, added: was === 0 },
    );
  }
  return files;
}
