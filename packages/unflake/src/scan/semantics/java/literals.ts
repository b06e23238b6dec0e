/** Values of Java as they are written, what a name in the same file was given. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { literal, textAt } from '../../syntax/node.ts';
import { declaredIn } from '../declared.ts';
import { methodAround } from './around.ts';

/** The value of a variable or constant that is given one thing only, in the method around or in the class. */
export function initialOf(node: Node | undefined, file: SourceFile): Node | undefined {
  if (node?.is('identifier') !== true) return node;
  const own = declaredIn(node.text(), methodAround(node)?.id() ?? null, file);
  const given = own.length > 0 ? own : declaredIn(node.text(), null, file);
  return (given.length === 1 ? given[0]!.field('value') : null) ?? node;
}

export function numberOf(node: Node | undefined, file: SourceFile): number | null {
  const text = textAt(initialOf(node, file));
  return /^[0-9][0-9_]*[lL]?$/.test(text) ? Number(text.replace(/[_lL]/g, '')) : null;
}

export function textOf(node: Node | undefined, file: SourceFile): string | null {
  const value = initialOf(node, file);
  if (value?.is('binary_expression')) return textOf(value.field('left') ?? undefined, file);
  return literal(value);
}
