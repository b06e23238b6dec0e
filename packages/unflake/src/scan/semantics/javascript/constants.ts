/** What a name in the same file was given, when it was given one thing only. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { literal } from '../../syntax/node.ts';
import { declaratorsOf, declaredIn } from '../declared.ts';
import { unwrapped } from '../held.ts';
import { functionAround } from './around.ts';

export function initialOf(node: Node | undefined, file: SourceFile): Node | undefined {
  if (node === undefined) return undefined;
  const plain = unwrapped(node);
  if (!plain.is('identifier')) return plain;
  const given = nearestTo(plain, file);
  const value = given?.field('value') ?? null;
  return value === null ? plain : unwrapped(value);
}

/** The declaration in the innermost function around a place; null when several could be meant. */
function nearestTo(name: Node, file: SourceFile): Node | null {
  const written = name.text();
  if (declaratorsOf(written, file).length === 0) return null;
  for (let fn = functionAround(name); ; fn = functionAround(fn)) {
    const own = declaredIn(written, fn?.id() ?? null, file).filter((one) => one.field('name')?.is('identifier'));
    if (own.length > 0) return own.length === 1 ? own[0]! : null;
    if (fn === null) return null;
  }
}

export function numberOf(node: Node | undefined, file: SourceFile): number | null {
  const value = initialOf(node, file);
  if (!value?.is('number')) return null;
  const number = Number(value.text().replaceAll('_', ''));
  return Number.isNaN(number) ? null : number;
}

/** The text of a literal; of a template the part before anything is filled in. */
export function textOf(node: Node | undefined, file: SourceFile): string | null {
  const value = initialOf(node, file);
  if (value === undefined) return null;
  if (value.is('template_string')) {
    const first = value.namedChildren()[0];
    const filled = first?.is('template_substitution') ? first.namedChildren()[0] : undefined;
    const start = filled?.is('identifier') ? initialOf(filled, file) : undefined;
    const text = value.text().slice(1, -1);
    return start?.is('string') ? text.replace(first!.text(), start.text().slice(1, -1)) : text;
  }
  return literal(value);
}

/** The value of a field in an object literal; what is spread into it may bring the field along. */
export function fieldOf(object: Node | undefined, key: RegExp, file: SourceFile): Node | null {
  const value = initialOf(object, file);
  if (!value?.is('object')) return null;
  const short = value
    .namedChildren()
    .find((one) => one.is('spread_element') || (one.is('shorthand_property_identifier') && key.test(one.text())));
  if (short !== undefined) return short;
  const isOfKey = (one: Node): boolean => key.test(one.fieldText('key').replace(/^["']|["']$/g, ''));
  const pair = value.namedChildren().find((one) => one.is('pair') && isOfKey(one));
  return pair?.field('value') ?? null;
}
