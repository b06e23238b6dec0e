/** Variables of a file by name: where they are used, and their declarations in grammars that call them `variable_declarator`. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { isSame, nearest } from '../syntax/node.ts';
import { addTo, once, onceBy } from './once.ts';
import { quoted, testNode } from './undone.ts';

/** Which of them belong to one function, by its id; null means the file or the class itself. */
export const declaredIn = (name: string, functionId: number | null, file: SourceFile): readonly Node[] =>
  declaratorsOf(name, file).filter((node) => functionIdOf(node, file) === functionId);

/** Also those that take a value apart: `{ a, b: c }` declares `a` and, a little too generously, `b` and `c`. */
export const declaratorsOf = (name: string, file: SourceFile): readonly Node[] => byName(file).get(name) ?? [];

const byName = once(({ root }: SourceFile): ReadonlyMap<string, readonly Node[]> => {
  const all = new Map<string, Node[]>();
  for (const node of root.findAll('variable_declarator')) {
    for (const name of new Set(node.fieldText('name').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))) addTo(all, name, node);
  }
  return all;
});

/** The innermost function or method around a declaration; a lambda of Java is part of its method. */
const functionIdOf = onceBy((node: Node, { dialect }): number | null => {
  const kinds = dialect.scopes.filter((kind) => kind !== 'lambda_expression');
  return nearest(node, kinds)?.id() ?? null;
});

/** Where a name is written in a scope; `_` is none. */
export const usesOf = (name: string, scope: Node): readonly Node[] =>
  name === '_' ? [] : scope.findAll('identifier', `^${quoted(name)}$`);

/** Some other test starts with reading it. */
export function isReadElsewhere(name: string, test: Node, file: SourceFile): boolean {
  const firsts = new Map<number, Node>();
  for (const use of usesOf(name, file.root)) {
    const own = testNode(use, file);
    if (own !== null && !isSame(own, test) && !firsts.has(own.id())) firsts.set(own.id(), use);
  }
  return [...firsts.values()].some((use) => {
    const outer = use.parent();
    return !(outer?.is('assignment_expression') && outer.field('left')?.id() === use.id());
  });
}
