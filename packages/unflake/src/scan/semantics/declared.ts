/** The declarations of variables in a file, by name; found in one walk when first asked for. For grammars that call them `variable_declarator`. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { nearest } from '../syntax/node.ts';
import { once, onceBy } from './once.ts';

/** Which of them belong to one function, by its id; null means the file or the class itself. */
export function declaredIn(name: string, functionId: number | null, file: SourceFile): readonly Node[] {
  return declaratorsOf(name, file).filter((node) => functionIdOf(node, file) === functionId);
}

/** Also those that take a value apart: `{ a, b: c }` declares `a` and, a little too generously, `b` and `c`. */
export function declaratorsOf(name: string, file: SourceFile): readonly Node[] {
  return byName(file).get(name) ?? [];
}

const byName = once(({ root }: SourceFile): ReadonlyMap<string, readonly Node[]> => {
  const all = new Map<string, Node[]>();
  for (const node of root.findAll('variable_declarator')) {
    for (const name of new Set(
      node
        .field('name')
        ?.text()
        .match(/[\p{L}_$][\p{L}\p{N}_$]*/gu),
    )) {
      const known = all.get(name);
      if (known === undefined) all.set(name, [node]);
      else known.push(node);
    }
  }
  return all;
});

/** The innermost function or method around a declaration; a lambda of Java is part of its method. */
const functionIdOf = onceBy((node: Node, { dialect }): number | null => {
  const kinds = dialect.scopes.filter((kind) => kind !== 'lambda_expression');
  return nearest(node, kinds)?.id() ?? null;
});
