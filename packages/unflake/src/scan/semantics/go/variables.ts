/** Variables of Go: what is given to them, where they are used, whether they leave their function; and what they stand for: texts, paths, ids. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { under, words } from '../../rules/rule.ts';
import { isSame, named, outwards, textAt } from '../../syntax/node.ts';
import { calleeOf } from '../calls.ts';
import { usesOf } from '../declared.ts';
import { inMilliseconds } from '../written-text.ts';
import { functionAround } from './around.ts';

/** Functions of the standard library that use what they are given and keep nothing of it. */
const ONLY_USE =
  /^(?:io|ioutil|bufio|json|csv|xml|gob|gzip|fmt|assert|require|binary|errors|log|reflect|time|strings|bytes|t|tb|b)\.|^(?:len|cap|string|http\.Serve|copy)$/;

/** The names that a value is given, `_` included; empty when it is thrown away; null when something else takes it. */
export function givenTo(value: Node): readonly string[] | null {
  const list = value.parent();
  if (list === null) return null;
  if (list.is('expression_statement')) return [];
  const statement = list.is('expression_list') ? list.parent() : null;
  if (statement === null || !/^(?:short_var_declaration|assignment_statement|var_spec)$/.test(statement.kind()))
    return null;
  const right = statement.field('right') ?? statement.field('value');
  if (right === null || !isSame(right, list)) return null;
  const left = statement.field('left');
  const names = (left === null ? named(statement).filter((part) => part.is('identifier')) : named(left)).map((name) =>
    name.text(),
  );
  const values = named(list);
  return values.length === 1 ? names : names.slice(indexOf(values, value), indexOf(values, value) + 1);
}

const indexOf = (values: readonly Node[], value: Node): number => values.findIndex((one) => isSame(one, value));

/** `name.Close` anywhere in the function, called or handed on to be called. */
export const hasMethod = (name: string, methods: string, scope: Node): boolean =>
  scope.find('selector_expression', `^${name}(?:\\.\\w+)?\\.(?:${methods})$`) !== null;

/** Whether somebody else may end what the variable holds: it is returned, stored, sent, or given to a function that is not known to only use it. */
export const leaves = (name: string, scope: Node): boolean =>
  usesOf(name, scope).some((use) => {
    for (const above of outwards(use)) {
      const kind = above.kind();
      if (kind === 'return_statement' || kind === 'send_statement' || kind === 'literal_element') return true;
      if (kind === 'argument_list') {
        const call = above.parent();
        return call !== null && !ONLY_USE.test(calleeOf(call));
      }
      if (kind === 'assignment_statement') return isStored(above, use);
      if (kind !== 'unary_expression' && kind !== 'expression_list' && kind !== 'parenthesized_expression')
        return false;
    }
    return false;
  });

/** On the right, with a field, an element or a variable of others on the left. */
function isStored(assignment: Node, use: Node): boolean {
  const left = assignment.field('left');
  if (left === null || left.end() > use.start()) return false;
  return named(left).some((target) => !target.is('identifier'));
}

/** A duration written out (`50 * time.Millisecond`), in milliseconds; null for anything else. */
export function milliseconds(node: Node | undefined): number | null {
  const match =
    /^(?:([\d_.]+)\s*\*\s*)?time\.(Nanosecond|Microsecond|Millisecond|Second|Minute|Hour)(?:\s*\*\s*([\d_.]+))?$/.exec(
      textAt(node),
    );
  return match === null ? null : inMilliseconds(match[1] ?? match[3] ?? '1', match[2]!);
}

/** The value with which a name is declared in a function, or at the top of the file; the last one, which is the nearest. */
export function declared(name: string, scope: Node): Node | null {
  const names = scope.is('source_file') ? topNames(scope).filter((one) => one.text() === name) : usesOf(name, scope);
  for (const one of [...names].reverse()) {
    const outer = one.parent();
    const statement = outer?.is('expression_list') ? outer.parent() : outer;
    if (!statement || !/^(?:short_var_declaration|var_spec|const_spec)$/.test(statement.kind())) continue;
    const left = statement.field('left');
    if (left !== null && outer !== null && !isSame(left, outer)) continue;
    const among = left === null ? named(statement).filter((part) => part.is('identifier')) : named(left);
    const values = named(statement.field('right') ?? statement.field('value'));
    return values[values.length === 1 ? 0 : indexOf(among, one)] ?? null;
  }
  return null;
}

/** Names of variables and constants that belong to the package. */
export const topNames = (root: Node): readonly Node[] =>
  root
    .children()
    .filter((node) => node.is('var_declaration') || node.is('const_declaration'))
    .flatMap(named)
    .flatMap((part) => (part.is('var_spec_list') ? named(part) : [part]))
    .flatMap((spec) => named(spec).filter((part) => part.is('identifier')));

/** The text of a string, also of one that a constant or variable of the same file holds. */
export function textOf(node: Node | undefined, scope: Node, root: Node): string | null {
  if (node === undefined) return null;
  if (/string_literal$/.test(node.kind())) return node.text().slice(1, -1);
  if (!node.is('identifier')) return null;
  const value = declared(node.text(), scope) ?? declared(node.text(), root);
  return value !== null && /string_literal$/.test(value.kind()) ? value.text().slice(1, -1) : null;
}

export const FILE_CALLS = [
  ...under(
    'os',
    `Open Create OpenFile ReadFile WriteFile Mkdir MkdirAll ReadDir Stat Lstat Remove RemoveAll Rename Chdir Symlink Truncate
     DirFS`,
  ),
  ...under('io/ioutil', 'ReadFile WriteFile ReadDir'),
  ...under('path/filepath', 'Walk WalkDir Glob'),
  ...words('database/sql.Open net.Listen go.etcd.io/bbolt.Open'),
];

/** Texts among the arguments: written there, in a variable, or at the front of a path that is joined. */
export function pathsIn(call: Node, args: readonly Node[], file: SourceFile): readonly string[] {
  const scope = functionAround(call, file);
  return args.flatMap((argument) => {
    const joined = argument.is('call_expression') && /^filepath\.Join$/.test(argument.fieldText('function'));
    const first = joined
      ? argument.field('arguments')?.children()[1]
      : argument.is('binary_expression')
        ? argument.field('left')
        : argument;
    const text = textOf(first ?? undefined, scope, file.root);
    return text === null ? [] : [text];
  });
}

const DATABASE = /^(?:database\/sql|gorm\.io\/|github\.com\/(?:jmoiron\/sqlx|jackc\/pgx|uptrace\/bun|go-gorm))/;

export const usesDatabase = ({ imports }: SourceFile): boolean =>
  [...imports.names.values()].some((path) => DATABASE.test(path));
