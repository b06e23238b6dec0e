/** Values that can be read off the text: names followed to the one place where they are given a value; whether a number is computed. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { literal, named } from '../../syntax/node.ts';
import { functionAround } from './around.ts';
import { callOf } from './calls-in.ts';
import { assignmentsTo } from './outline.ts';

/** What a name stands for, when it is given a value exactly once: in the function around, else in the file. Anything else is itself. */
export function givenValue(node: Node | null, file: SourceFile): Node | null {
  if (node === null || !node.is('identifier')) return node;
  for (const scope of [functionAround(node), file.root]) {
    if (scope === null) continue;
    const found = assignmentsTo(node.text(), scope, file);
    if (found.length === 1) return found[0]!.field('right') ?? node;
    if (found.length > 1) return node;
  }
  return node;
}

export const textOf = (node: Node | null, file: SourceFile): string | null => literal(givenValue(node, file));

export function numberOf(node: Node | null | undefined, file: SourceFile): number | null {
  const value = givenValue(node ?? null, file);
  if (value === null) return null;
  if (value.is('integer') || value.is('float')) return Number(value.text().replaceAll('_', ''));
  return null;
}

/** The literal beginning of a text, also of one with parts to be filled in. `followed`: names on the way here; a name may be given a value that names it. */
export function beginningOf(node: Node | null, file: SourceFile, followed: readonly string[] = []): string | null {
  const name = node?.is('identifier') ? node.text() : null;
  const value = name !== null && followed.includes(name) ? null : givenValue(node, file);
  if (value === null) return null;
  const further = name === null ? followed : [...followed, name];
  if (value.is('binary_operator')) return beginningOf(value.field('left'), file, further);
  if (value.is('concatenated_string')) return beginningOf(named(value)[0] ?? null, file, further);
  if (!value.is('string')) return null;
  const whole = literal(value);
  if (whole !== null) return whole;
  const first = named(value)[1];
  return first?.is('string_content') ? first.text() : '';
}

const ROOTS = /(?:^|\.)(?:sqrt|sin|cos|tan|exp|log\d*|pow|hypot|atan2?|cbrt|std|stdev|var|norm)$/;
const DEEPEST = 3;

/** A root, a sine or the like, also inside of what a name stands for. */
export function takesRoots(node: Node, file: SourceFile, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (node.is('call')) return ROOTS.test(callOf(node).callee);
  if (node.is('identifier')) {
    const given = givenValue(node, file);
    return given !== null && given.id() !== node.id() && takesRoots(given, file, depth + 1);
  }
  return (
    /^(?:parenthesized_expression|unary_operator|binary_operator)$/.test(node.kind()) &&
    named(node).some((part) => takesRoots(part, file, depth + 1))
  );
}
