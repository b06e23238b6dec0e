/** Whether a comment next to a place says why it is so: on its line, or ending on the line above. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { once } from './once.ts';

/** A label of a corpus, a directive for a tool, and what only documents the code, are no reasons. */
const NO_REASON =
  /expect:|@(?:test|group|covers|dataProvider)\b|<summary>|^\/\/[/!]|^#\s*(?:shellcheck\b|bats\b|[a-z-]+:|!)/;

/** Two words. */
const WORDS = /\p{L}{2,}[\s#\d:,.'’-]+\p{L}{2,}/u;

const commentsOf = once(({ root, dialect }: SourceFile) => dialect.comments.flatMap((kind) => root.findAll(kind)));

/** Lines that may stand between a comment and the mark that it explains. */
const MARKS = /^\s*(?:@\w[\w.]*(?:\(.*\))?|\[[\w.,()" ]+\]|#\[.*\])?\s*$/;

/** Next to the place; above the marks around it; or as the first words of the body that it disables. */
export function hasReasonAround(place: Node, file: SourceFile): boolean {
  if (hasReason(place, file)) return true;
  const lines = file.text.split('\n');
  const at = place.range().start.line;
  let above = at - 1;
  while (above >= 0 && MARKS.test(lines[above]!) && at - above < MAX_MARKS) above -= 1;
  // Between the mark and what it disables.
  if (/^\s*(?:\/\/|#(?!\[))/.test(lines[at + 1] ?? '') && WORDS.test(lines[at + 1]!)) return true;
  let below = at;
  while (below < lines.length - 1 && !/[{:]\s*$|=>\s*$|\bdo\b/.test(lines[below]!) && below - at < MAX_MARKS)
    below += 1;
  if (
    /^\s*(?:[ru]?"""|FAIL\(\)\s*<<|\/\/|#|\*)/.test(lines[below + 1] ?? '') &&
    WORDS.test(`${lines[below + 1]} ${lines[below + 2]}`)
  )
    return true;
  if (
    lines
      .slice(below + 1, below + 1 + MAX_BODY_LINES)
      .some((line) => /(?:\/\/|#)\s*(?:NOTE|TODO|FIXME|BUG|XXX)\b/.test(line))
  )
    return true;
  return [above, below + 1].some((line) =>
    commentsOf(file).some((comment) => {
      const { start, end } = comment.range();
      const isThere = line === above ? end.line === line && above < at - 1 : start.line === line;
      return isThere && WORDS.test(comment.text()) && !NO_REASON.test(comment.text());
    }),
  );
}
const MAX_MARKS = 6;
const MAX_BODY_LINES = 10;

export function hasReason(place: Node, file: SourceFile): boolean {
  const line = place.range().start.line;
  return commentsOf(file).some((comment) => {
    const { start, end } = comment.range();
    const text = comment.text();
    const isAdjacent = end.line === line - 1 || start.line === line;
    return isAdjacent && WORDS.test(text) && !NO_REASON.test(text);
  });
}
