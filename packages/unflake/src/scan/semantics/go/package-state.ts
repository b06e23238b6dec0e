/** Variables of a Go package as its tests change them, and whether they put them back. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import { once } from '../once.ts';
import { functionAround, isAtTheEnd } from './around.ts';

/** Variables that the file declares for its package. */
export const packageVariables = once(({ root }: SourceFile): ReadonlyMap<string, Node> => {
  const found = new Map<string, Node>();
  for (const declaration of root.children().filter((node) => node.is('var_declaration'))) {
    for (const spec of named(declaration).flatMap((part) => (part.is('var_spec') ? [part] : named(part)))) {
      for (const name of named(spec).filter((part) => part.is('identifier'))) found.set(name.text(), spec);
    }
  }
  return found;
});

/** The variable at the root of what is assigned to: `cache` in `cache["a"] = 1`. */
export const rootOf = (target: Node): string => /^[&*(]*(\w+)/.exec(target.text())?.[1] ?? '';

/** The function, or a function that runs at its end, gives the variable another value at last. */
export function isPutBack(target: string, change: Node, file: SourceFile): boolean {
  return functionAround(change, file)
    .findAll({ rule: { kind: 'assignment_statement' } })
    .some(
      (assignment) => isAtTheEnd(assignment) && named(assignment.field('left')).some((left) => left.text() === target),
    );
}
