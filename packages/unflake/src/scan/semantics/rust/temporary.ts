/** Temporary files and folders of Rust that were taken out of its own clean-up. */
import type { Call } from '../../rules/rule.ts';
import type { Node } from '../../syntax/parser.ts';
import { callsIn } from '../calls.ts';
import { argumentsOf, functionAround } from './around.ts';
import { givenTo, methodsOn, unpacked, wholeOf } from './chains.ts';
import { declarationOf, usesOf } from './variables.ts';

export function isKept({ node, file }: Call): boolean {
  const text = node.field('function')?.text() ?? '';
  const on = /^(\w+)\.(?:into_path|keep)$/.exec(text)?.[1];
  const scope = functionAround(node, file);
  const source = on === undefined ? text : (declarationOf(on, scope)?.field('value')?.text() ?? '');
  if (!/(?:^|::)(?:tempdir|TempDir::\w+|tempfile|NamedTempFile::\w+|Builder::new)\(/.test(source)) return false;
  const path = givenTo(unpacked(node));
  return !returnsPath(scope) && (path === null || !isRemoved(path.replace(/^mut /, ''), scope));
}

export function isMadeAndLeft({ node, file }: Call): boolean {
  if (!methodsOn(node).includes('join')) return false;
  const path = givenTo(wholeOf(node))?.replace(/^mut /, '');
  const scope = functionAround(node, file);
  if (path === undefined || path === '' || returnsPath(scope)) return false;
  return isMade(path, scope) && !isRemoved(path, scope);
}

/** Whoever calls may remove it. */
const returnsPath = (scope: Node): boolean => /Path/.test(scope.field('return_type')?.text() ?? '');

const given = (found: readonly Node[], name: string): boolean =>
  found.some((call) => argumentsOf(call).some((argument) => usesOf(name, argument).length > 0));

const isMade = (name: string, scope: Node): boolean =>
  given(
    callsIn(
      scope,
      '(?:create_dir(?:_all)?|fs::write|File::create|Connection::open|copy|OpenOptions::new\\(\\).*\\.open)$',
    ),
    name,
  );

function isRemoved(name: string, scope: Node): boolean {
  const names = name.match(/\w+/g) ?? [];
  const removes = callsIn(scope, 'remove_(?:dir_all|dir|file)$|(?:Guard|Cleanup|Remove\\w*)(?:::new)?$');
  return names.some((one) => given(removes, one));
}
