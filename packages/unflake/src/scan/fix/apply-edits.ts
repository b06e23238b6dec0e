/** Edits to a text, from its end to its beginning; null when two of them meet. Pure. */
import { MACRO_MARK } from '../syntax/prepare.ts';
import type { Edit } from './rewrite.ts';

/**
 * `parsed` is the text as the parser read it. A line that reads differently there is not edited, because places in it mean nothing in
 * the original; a mark of the same width is no difference.
 */
export function applyEdits(original: string, parsed: string, edits: readonly Edit[]): string | null {
  const newline = original.includes('\r\n') ? '\r\n' : '\n';
  const is = original.split('\n');
  const read = parsed.split('\n');
  if (is.length !== read.length) return null;
  const starts = startsOf(is);
  const readStarts = startsOf(read);
  const at = (offset: number): number | null => {
    const line = lineAt(readStarts, offset);
    return read[line]!.replaceAll(MACRO_MARK, '!') === is[line] ? starts[line]! + offset - readStarts[line]! : null;
  };
  let text = original;
  let last = Number.POSITIVE_INFINITY;
  for (const { from, to, text: put } of edits.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
    const start = at(from);
    const end = at(to);
    if (start === null || end === null || end > last) return null;
    text = `${text.slice(0, start)}${put.replaceAll(MACRO_MARK, '!').replaceAll('\n', newline)}${text.slice(end)}`;
    last = start;
  }
  return text;
}

function startsOf(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
