/** Writes by a test to what outlives it, in Go. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import { functionAround, isAtTheEnd, isMain } from './around.ts';
import { isPutBack, packageVariables, rootOf } from './package-state.ts';
import { usesOf } from './variables.ts';

const NOTHING = /^(?:0|nil|""|false|map\[.*\].*\{\}|\[\].*\{\}|make\(.*\)|new\(.*\))$/s;

function isShared(change: Node, target: Node, file: SourceFile): boolean {
  const name = rootOf(target);
  if (!packageVariables(file).has(name) || isMain(change) || isAtTheEnd(change)) return false;
  const scope = functionAround(change, file);
  if (file.dialect.test(scope) === null || !isAtRisk(name, scope, file)) return false;
  return !isPutBack(target.text(), change, file) && !isPutBack(name, change, file);
}

const judged = new WeakMap<SourceFile, Map<string, boolean>>();

/** Seen by others, and not made new by the test; the same for every change in a function, so it is found once. */
function isAtRisk(name: string, scope: Node, file: SourceFile): boolean {
  const known = judged.get(file) ?? new Map<string, boolean>();
  judged.set(file, known);
  const key = `${scope.id()} ${name}`;
  const found = known.get(key) ?? (isRead(name, file) && !isOwn(name, scope) && !isReset(name, scope));
  known.set(key, found);
  return found;
}

/** A variable that takes results only so that the compiler keeps them is never read. */
function isRead(name: string, { root }: SourceFile): boolean {
  return usesOf(name, root).some((use) => {
    const list = use.parent();
    const statement = list?.parent();
    if (list?.is('var_spec')) return false;
    return !(statement?.is('assignment_statement') && statement.field('left')?.id() === list?.id());
  });
}

const isFunctionValue = (node: Node): boolean => named(node.field('right'))[0]?.is('func_literal') ?? false;

function isOwn(name: string, scope: Node): boolean {
  const lists = scope.findAll({
    rule: {
      kind: 'short_var_declaration, range_clause, parameter_declaration, var_spec',
    },
  });
  return lists.some(
    (node) =>
      usesOf(name, node.field('left') ?? (node.is('var_spec') ? (node.field('name') ?? node) : node)).length > 0 &&
      (node.field('left') !== null || node.is('parameter_declaration') || node.is('var_spec')),
  );
}

/** The test itself empties the variable: before it begins, or when it is done. */
function isReset(name: string, scope: Node): boolean {
  return scope
    .findAll({ rule: { kind: 'assignment_statement' } })
    .some((node) => node.field('left')?.text() === name && NOTHING.test(node.field('right')?.text() ?? ''));
}

export function isSharedWrite(write: Node, file: SourceFile): boolean {
  const [target] = named(write.field('left') ?? write.field('arguments') ?? write);
  return target !== undefined && isShared(write, target, file) && !isFunctionValue(write);
}
