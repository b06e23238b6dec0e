/** A rewrite is data: the rule that it mends, what it does in words, and the edits for one place; none where it would not be safe. */
import type { SourceFile } from '../facts/source-file.ts';
import type { Node } from '../syntax/parser.ts';

/** Offsets are those of the text as the parser read it. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface FixPlace {
  /** The nodes that span exactly what was found, the outermost first. */
  readonly nodes: readonly [Node, ...Node[]];
  readonly file: SourceFile;
  /** Whether another file of the project has this word. */
  readonly elsewhere: (word: string) => boolean;
}

export interface Rewrite {
  readonly rule: string;
  readonly does: string;
  /** Null: not safe here. */
  readonly edits: (place: FixPlace) => readonly Edit[] | null;
}

export function replaced(node: Node, text: string): Edit {
  const { start, end } = node.range();
  return { from: start.index, to: end.index, text };
}

export function insertBefore(node: Node, text: string): Edit {
  const { index } = node.range().start;
  return { from: index, to: index, text };
}

export function after(node: Node, text: string): Edit {
  const { index } = node.range().end;
  return { from: index, to: index, text };
}

export const ofKind = ({ nodes }: FixPlace, kind: string): Node | null => nodes.find((node) => node.is(kind)) ?? null;

/** How often a word stands in a text. */
export function countOf(word: string, text: string): number {
  const quoted = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${quoted}(?![\\p{L}\\p{N}_])`, 'gu'))].length;
}

/** Takes a node out, with its line when nothing else stands on it. */
export function removed(node: Node, text: string): Edit {
  const { start, end } = node.range();
  const lineStart = text.lastIndexOf('\n', start.index - 1) + 1;
  const lineEnd = text.indexOf('\n', end.index);
  const isAlone =
    text.slice(lineStart, start.index).trim() === '' &&
    lineEnd !== -1 &&
    /^[ \t\r;]*$/.test(text.slice(end.index, lineEnd));
  // No block begins with an empty line.
  const blank = text.slice(0, lineStart).trimEnd().endsWith('{')
    ? (/^[ \t\r]*\n/.exec(text.slice(lineEnd + 1))?.[0] ?? '')
    : '';
  return isAlone
    ? { from: lineStart, to: lineEnd + 1 + blank.length, text: '' }
    : { from: start.index, to: end.index, text: '' };
}
