/** Whether a comment next to a place says why it is so: on its line, or ending on the line above. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { once } from './once.ts';

/** A label of a corpus, a directive for a tool, and what only documents the code, are no reasons. */
const NO_REASON =
  /expect:|@(?:test|group|covers|dataProvider)\b|<summary>|^\/\/[/!]|^#\s*(?:shellcheck\b|bats\b|[a-z-]+:|!)/;

/** Two words. */
const WORDS = /\p{L}{2,}[\s#\d:,.'’-]+\p{L}{2,}/u;

/** Where the comments of a file stand that give a reason. */
const reasonsOf = once(({ root, dialect }: SourceFile) =>
  dialect.comments
    .flatMap((kind) => root.findAll(kind))
    .filter((comment) => WORDS.test(comment.text()) && !NO_REASON.test(comment.text()))
    .map((comment) => comment.range()),
);

/** Lines that may stand between a comment and the mark that it explains. */
const MARKS = /^\s*(?:@\w[\w.]*(?:\(.*\))?|\[[\w.,()" ]+\]|#\[.*\])?\s*$/;

/** Next to the place; above the marks around it; or as the first words of the body that it disables. */
export function hasReasonAround(place: Node, file: SourceFile): boolean {
  if (hasReason(place, file)) return true;
  const lines = file.text.split('\n');
  const at = place.range().start.line;
  if (/\bskipReason = /.test(`${lines[at - 1]} ${lines[place.range().end.line]}`)) return true;
  let above = at - 1;
  while (above >= 0 && MARKS.test(lines[above]!) && at - above < MAX_MARKS) above -= 1;
  // Between the mark and what it disables.
  if (lines.slice(at + 1, at + 3).some((line) => BETWEEN.test(line) && WORDS.test(line))) return true;
  let below = at;
  while (below < lines.length - 1 && !/[{:]\s*$|=>\s*$|\bdo\b/.test(lines[below]!) && below - at < MAX_MARKS)
    below += 1;
  const body = lines.slice(below + 1, below + 1 + MAX_BODY_LINES);
  const isText = /^\s*(?:[ru]?"""|FAIL\(\)\s*<<|\/\/|#|\*)/.test(body[0] ?? '');
  if (isText && WORDS.test(body.slice(0, 2).join(' '))) return true;
  if (body.some((line) => /(?:\/\/|#)\s*(?:NOTE|TODO|FIXME|BUG|XXX)\b/.test(line))) return true;
  return reasonsOf(file).some(({ start, end }) => (end.line === above && above < at - 1) || start.line === below + 1);
}
const BETWEEN = /(?:^\s*(?:@\w+ )?|\{\s*)(?:\/\/|#(?!\[))/;
const MAX_MARKS = 6;
const MAX_BODY_LINES = 10;

export function hasReason(place: Node, file: SourceFile): boolean {
  const line = place.range().start.line;
  return reasonsOf(file).some(({ start, end }) => end.line === line - 1 || start.line === line);
}
