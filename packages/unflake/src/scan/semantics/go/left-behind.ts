/** What a Go test changes and leaves: variables of its package, the environment, temporary files; and whether it puts them back. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import type { Call } from '../../rules/rule.ts';
import { named, textAt } from '../../syntax/node.ts';
import { argumentsOf, callsIn } from '../calls.ts';
import { usesOf } from '../declared.ts';
import { once } from '../once.ts';
import { isAfter } from '../undone.ts';
import { functionAround, functionName, isAtTheEnd, isMain, isOnlyShown } from './around.ts';
import { declared, givenTo, leaves, topNames } from './variables.ts';

/** Variables that the file declares for its package. */
export const packageVariables = once(
  ({ root }: SourceFile): ReadonlyMap<string, Node> =>
    new Map(
      topNames(root)
        .map((name) => [name.text(), name.parent()!] as const)
        .filter(([, spec]) => spec.is('var_spec')),
    ),
);

/** The variable at the root of what is assigned to: `cache` in `cache["a"] = 1`. */
export const rootOf = (target: Node): string => /^[&*(]*(\w+)/.exec(target.text())?.[1] ?? '';

/** The function, or a function that runs at its end, gives the variable another value at last. */
export const isPutBack = (target: string, change: Node, file: SourceFile): boolean =>
  functionAround(change, file)
    .findAll('assignment_statement')
    .some(
      (assignment) => isAtTheEnd(assignment) && named(assignment.field('left')).some((left) => left.text() === target),
    );

const NOTHING = /^(?:0|nil|""|false|map\[.*\].*\{\}|\[\].*\{\}|make\(.*\)|new\(.*\))$/s;

function isShared(change: Node, target: Node, file: SourceFile): boolean {
  const name = rootOf(target);
  if (!packageVariables(file).has(name) || isMain(change) || isAtTheEnd(change)) return false;
  const scope = functionAround(change, file);
  if (file.dialect.test(scope) === null || !isAtRisk(name, scope, file)) return false;
  return !isPutBack(target.text(), change, file) && !isPutBack(name, change, file);
}

const judged = once((_: Node) => new Map<string, boolean>());

/** Seen by others, and not made new by the test; the same for every change in a function, so it is found once. */
function isAtRisk(name: string, scope: Node, file: SourceFile): boolean {
  const found = judged(scope).get(name) ?? (isRead(name, file) && !isOwn(name, scope) && !isReset(name, scope));
  judged(scope).set(name, found);
  return found;
}

/** A variable that takes results only so that the compiler keeps them is never read. */
const isRead = (name: string, { root }: SourceFile): boolean =>
  usesOf(name, root).some((use) => {
    const list = use.parent();
    const statement = list?.parent();
    if (list?.is('var_spec')) return false;
    return !(statement?.is('assignment_statement') && statement.field('left')?.id() === list?.id());
  });

const isFunctionValue = (node: Node): boolean => named(node.field('right'))[0]?.is('func_literal') ?? false;

function isOwn(name: string, scope: Node): boolean {
  const lists = scope.findAll('short_var_declaration, range_clause, parameter_declaration, var_spec');
  return lists.some(
    (node) =>
      usesOf(name, node.field('left') ?? (node.is('var_spec') ? (node.field('name') ?? node) : node)).length > 0 &&
      (node.field('left') !== null || node.is('parameter_declaration') || node.is('var_spec')),
  );
}

/** The test itself empties the variable: before it begins, or when it is done. */
const isReset = (name: string, scope: Node): boolean =>
  scope
    .findAll('assignment_statement')
    .some((node) => node.field('left')?.text() === name && NOTHING.test(node.fieldText('right')));

export function isSharedWrite(write: Node, file: SourceFile): boolean {
  const [target] = named(write.field('left') ?? write.field('arguments') ?? write);
  return target !== undefined && isShared(write, target, file) && !isFunctionValue(write);
}

/** Functions that are there to put things back. */
const RESTORES = /^(?:reset|restore|revert|unset|clear)/i;

const RESTORING = '(?i)(?:reset|restore|revert)\\w*$';

export function isLeft({ node, name, args, file }: Call): boolean {
  if (isMain(node) || isOnlyShown(node) || isAtTheEnd(node)) return false;
  const scope = functionAround(node, file);
  if (RESTORES.test(functionName(node)) || callsIn(scope, RESTORING).some(isAtTheEnd)) return false;
  // Goes back, if late: the way there is flagged.
  if (name === 'os.Chdir' && /^os\.Getwd\(/.test(textAt(declared(textAt(args[0]), scope)))) return false;
  const undo = name === 'os.Chdir' ? '^os\\.Chdir$' : '^os\\.(?:Setenv|Unsetenv)$';
  const isOfAll = !/^os\.(?:Uns|S)etenv$/.test(name);
  const isOfSame = (call: Node): boolean => isOfAll || argumentsOf(call)[0]?.text() === args[0]?.text();
  const isRestored = callsIn(scope, undo).some(
    (call) => isAtTheEnd(call) && (isOfSame(call) || argumentsOf(call)[0]?.is('identifier') === true),
  );
  // Takes away what the test itself has set: meant as a restoring, and flagged where it is set.
  const isOwnVariable =
    name === 'os.Unsetenv' && callsIn(scope, '^os\\.Setenv$').some((call) => isOfSame(call) && isAfter(node, call));
  // `t.Setenv` and `t.Chdir` first remember what there was, so that the test may change it afterwards as it likes.
  const isRemembered = callsIn(scope, name === 'os.Chdir' ? '^\\w+\\.Chdir$' : '^\\w+\\.Setenv$').some(
    (call) => !/^os\./.test(call.text()) && isOfSame(call),
  );
  return !isRestored && !isOwnVariable && !isRemembered;
}

export function isTemporaryLeft({ node, args, file }: Call): boolean {
  const directory = textAt(args[0]);
  // In a directory that goes with the test.
  if (/^(?!os\.).*\.TempDir\(\)$/.test(directory) || isMain(node)) return false;
  const scope = functionAround(node, file);
  const folder = givenTo(node)?.[0];
  if (folder === undefined || folder === '_' || folder.includes('.')) return false;
  const removed = callsIn(scope, '^os\\.(?:RemoveAll|Remove)$').some((call) =>
    argumentsOf(call).some((argument) => usesOf(folder, argument).length > 0 || argument.text() === directory),
  );
  return !removed && !(args[0]?.is('identifier') && isOwnFolder(directory, scope)) && !isReturned(folder, scope);
}

/** A variable that holds the test's own directory. */
const isOwnFolder = (name: string, scope: Node): boolean =>
  scope.find('short_var_declaration', `^${name}\\b.*\\.TempDir\\(\\)$`) !== null;

/** Whoever calls may remove it; a function that is only given the path does not. */
const isReturned = (name: string, scope: Node): boolean =>
  leaves(name, scope) && scope.findAll('return_statement').some((node) => usesOf(name, node).length > 0);
