/** Temporary files and folders of Go that outlive the test. */
import type { Call } from '../../rules/rule.ts';
import type { Node } from '../../syntax/parser.ts';
import { callsIn } from '../calls.ts';
import { argumentsOf, functionAround, isMain } from './around.ts';
import { givenTo, leaves, usesOf } from './variables.ts';

export function isTemporaryLeft({ node, args, file }: Call): boolean {
  const directory = args[0]?.text() ?? '';
  // In a directory that goes with the test.
  if (/^(?!os\.).*\.TempDir\(\)$/.test(directory) || isMain(node)) return false;
  const scope = functionAround(node, file);
  const folder = givenTo(node)?.[0];
  if (folder === undefined || folder === '_' || folder.includes('.')) return false;
  const removed = callsIn(scope, '^os\\.(?:RemoveAll|Remove)$').some((call) =>
    argumentsOf(call).some((argument) => usesOf(folder, argument).length > 0 || argument.text() === directory),
  );
  return !removed && !(args[0]?.is('identifier') && isOwned(directory, scope)) && !isReturned(folder, scope);
}

/** A variable that holds the test's own directory. */
const isOwned = (name: string, scope: Node): boolean =>
  scope.find({ rule: { kind: 'short_var_declaration', regex: `^${name}\\b.*\\.TempDir\\(\\)$` } }) !== null;

/** Whoever calls may remove it; a function that is only given the path does not. */
const isReturned = (name: string, scope: Node): boolean =>
  leaves(name, scope) &&
  scope.findAll({ rule: { kind: 'return_statement' } }).some((node) => usesOf(name, node).length > 0);
