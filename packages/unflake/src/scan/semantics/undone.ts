/** Where a change is undone so that no other test sees it: in the same test, or outside of every test, as hooks and helpers do. */
import type { SourceFile } from '../facts/source-file.ts';
import { isSame, outwards } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';

/** The innermost test around a place, the place itself included; null outside tests. */
export function testNode(node: Node, { dialect: { tests, test } }: SourceFile): Node | null {
  for (const above of [node, ...outwards(node)]) {
    if (tests.includes(above.kind()) && test(above) !== null) return above;
  }
  return null;
}

/** Whether two places run for the same test: both in one, or the second in none. */
function servesTheSame(change: Node, undo: Node, file: SourceFile): boolean {
  const around = testNode(undo, file);
  if (around === null) return true;
  const own = testNode(change, file);
  return own !== null && isSame(own, around);
}

/** `kinds` and `regex` say what undoes it, as in a search. */
export const undone = (
  change: Node,
  file: SourceFile,
  [kinds, regex]: readonly [kinds: string, regex?: string],
  when?: (node: Node) => boolean,
): boolean =>
  file.root
    .findAll(kinds, regex)
    .some((node) => !isSame(node, change) && servesTheSame(change, node, file) && (when?.(node) ?? true));

/** A name for what was there before, which is given back: `console.error = savedError`. */
const SAVED =
  /(?:^|[.\s(])_*(?:orig(?:inal)?|old|prev(?:ious)?|saved?|before|base|real|backup|stored|initial|former|previous)(?:[A-Z_]\w*)?$|(?:Orig(?:inal)?|Old|Prev(?:ious)?|Saved|Before|Backup|_orig(?:inal)?|_old|_prev(?:ious)?|_saved|_before|_backup)$/;

/** Whether an assignment gives back what its target held: by the name of the value, or because the file read it from there. */
export function givesBack(assignment: Node, { text }: SourceFile): boolean {
  const [target, value] = [assignment.field('left')?.text(), assignment.field('right')?.text()];
  if (target === undefined || value === undefined || !/^[\w$.]+$/.test(value)) return false;
  return (
    value === 'undefined' ||
    // A name of the file that means the original: `globalThis.document = document`.
    target.endsWith(`.${value}`) ||
    SAVED.test(value) ||
    re`(?:^|[^\w$])${quoted(value)}\s*(?::[^=\n]*)?=\s*${quoted(target)}\b`.test(text)
  );
}

export const isAfter = (later: Node, earlier: Node): boolean => later.start() >= earlier.end();

/** For a name inside a regular expression. */
export const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern with parts that are filled in: re`\b${quoted(name)}\.close`. */
export const re = (strings: TemplateStringsArray, ...parts: readonly unknown[]): RegExp =>
  new RegExp(String.raw(strings, ...parts));

/** Matches a text that is one of these words and nothing else. */
export const whole = (words: string): RegExp => re`^(?:${words})$`;

export const isAround = (outer: Node, inner: Node): boolean =>
  outer.start() <= inner.start() && outer.end() >= inner.end();
