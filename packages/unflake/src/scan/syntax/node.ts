/** Small questions about nodes of a syntax tree, the same for every language. */
import type { Node } from './parser.ts';

/** From the inside out, the node itself not included. */
export function* outwards(node: Node): Generator<Node> {
  for (let above = node.parent(); above !== null; above = above.parent()) yield above;
}

export function nearest(node: Node, kinds: readonly string[]): Node | null {
  for (const above of outwards(node)) if (kinds.includes(above.kind())) return above;
  return null;
}

export function named(node: Node | null): readonly Node[] {
  return node === null ? [] : node.namedChildren();
}

/** The text of a node; empty for none. */
export const textAt = (node: Node | null | undefined): string => node?.text() ?? '';

/** What the parent's text goes on with behind a node that it begins with. */
export const textBehind = (node: Node): string => node.parent()?.text().slice(node.text().length) ?? '';

/** By the ids of nodes, which are equal for equal places of one tree. */
export const isSame = (a: Node, b: Node): boolean => a === b || a.id() === b.id();

/** The text inside a string literal, whatever its quotes; null for anything else, and for one with parts to be filled in. */
export function literal(node: Node | null | undefined): string | null {
  if (node == null) return null;
  const kind = node.kind();
  if (!/string|char|word|raw/.test(kind)) return null;
  if (named(node).some((part) => /interpolation|substitution|expansion/.test(part.kind()))) return null;
  const text = node.text();
  const match = /^[a-zA-Z]{0,3}(#*)("""|'''|["'`])([\s\S]*)\2\1$/.exec(text);
  return match === null ? (kind === 'word' ? text : null) : match[3]!;
}
