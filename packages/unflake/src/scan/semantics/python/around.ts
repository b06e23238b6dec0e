/** What stands around a place in Python: its function, its class, their decorators, the `with` blocks it is in; and what those settle. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, outwards, textAt } from '../../syntax/node.ts';

export const functionAround = (node: Node): Node | null => nearest(node, ['function_definition']);
export const classAround = (node: Node): Node | null => nearest(node, ['class_definition']);
export const scopeAround = (node: Node, file: SourceFile): Node => functionAround(node) ?? file.root;
export const nameOf = (definition: Node | null): string => definition?.fieldText('name') ?? '';

/** The texts of the decorators of a function or class, without the `@`. */
export function decoratorsOf(definition: Node): readonly string[] {
  const outer = definition.parent();
  if (outer === null || !outer.is('decorated_definition')) return [];
  return named(outer)
    .filter((node) => node.is('decorator'))
    .map((node) => node.text().slice(1).trim());
}

export const parametersOf = (definition: Node): readonly string[] =>
  named(definition.field('parameters')).map((parameter) =>
    (parameter.is('identifier') ? parameter : (parameter.field('name') ?? named(parameter)[0] ?? parameter)).text(),
  );

export const isFixture = (definition: Node): boolean =>
  decoratorsOf(definition).some((text) => /^(?:\w+\.)*(?:yield_)?fixture\b/.test(text));

const SET_UP = /^(?:set_?up|tear_?down|async(?:SetUp|TearDown))/i;
export const isSetUp = (definition: Node): boolean => SET_UP.test(nameOf(definition));

/** A test, a fixture, a set-up or a tear-down: what a runner calls. */
export const isRunByTheRunner = (definition: Node, file: SourceFile): boolean =>
  isFixture(definition) || isSetUp(definition) || file.dialect.test(definition) !== null;

/** What holds while the place runs: `with` blocks, decorators and parameters of the functions and classes around it. */
export function circumstances(node: Node): readonly string[] {
  const texts: string[] = [];
  for (const above of outwards(node)) {
    if (above.is('with_statement')) texts.push(textAt(named(above)[0]));
    if (above.is('function_definition')) texts.push(...decoratorsOf(above), ...parametersOf(above));
    if (above.is('class_definition')) texts.push(...decoratorsOf(above));
  }
  return texts;
}

const CLOCK =
  /\bfreeze_time\b|\btime_machine\b|\btravel\(|\bfreezer\b|\bfrozen_time\b|\bfake_clock\b|patch\S*\([^)]*(?:time|clock|now)\b/i;

/** A decorator, a `with` block or a fixture stops the clock around the place. */
export const isFrozen = (node: Node): boolean => circumstances(node).some((text) => CLOCK.test(text));

/** A decorator or a `with` block replaces the named function. */
export const isPatched = (node: Node, name: string): boolean =>
  circumstances(node).some((text) => /\bpatch\b|\bmock\w*\(|setattr/.test(text) && text.includes(name));
