/** What a Rust test changes and leaves: statics, the environment, temporary files; and the guards that undo it. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import type { Call } from '../../rules/rule.ts';
import { nearest } from '../../syntax/node.ts';
import { argumentsOf, calleeOf, callsIn } from '../calls.ts';
import { attributesOf, functionAround, givenTo, isTest, methodsOn, unpacked, wholeOf } from './around.ts';
import { declarationOf, usesOf } from './variables.ts';

/** In a type that undoes it when dropped. */
export function isInGuard(node: Node, { root }: SourceFile): boolean {
  const type = nearest(node, ['impl_item'])?.field('type')?.text();
  if (type === undefined) return false;
  return root
    .findAll('impl_item', '^impl(?:<.*>)? Drop for')
    .some((drop) => drop.field('type')?.text().replace(/<.*/, '') === type.replace(/<.*/, ''));
}

/** No other test runs meanwhile, as far as it says. */
export const isAlone = (scope: Node): boolean =>
  attributesOf(scope).some((text) => /serial/.test(text)) || callsIn(scope, '\\.lock$').length > 0;

/** One from elsewhere, by its name: `let _guard = cwd_lock();` */
const GUARD = /\blet\s+(?:mut\s+)?_\w*\s*=\s*[\w:.]*(?:guard|lock|restore|scoped)\w*(?:::\w+)?\(/i;

/** A guard is made in the same function, by a type of this file that undoes. */
export function isGuarded(scope: Node, { root }: SourceFile): boolean {
  if (GUARD.test(scope.text())) return true;
  const guards = root
    .findAll('impl_item', '^impl(?:<.*>)? Drop for [\\s\\S]*(?:set_var|remove_var|set_current_dir)')
    .map((drop) => drop.field('type')?.text().replace(/<.*/, '') ?? '');
  return guards.some((type) => type !== '' && scope.find('struct_expression, call_expression', `^${type}\\b`) !== null);
}

function isWritten(assignment: Node, file: SourceFile): boolean {
  const name = /^\*?\(?\*?(\w+)/.exec(assignment.fieldText('left'))?.[1];
  return name !== undefined && isChangedByTest(name, assignment, file);
}

/** By a test that does not run alone, or does not begin by emptying it. */
function isChangedByTest(name: string, change: Node, file: SourceFile): boolean {
  if (!/^[A-Z][A-Z\d_]*$/.test(name) || !isStatic(name, file.root)) return false;
  const scope = functionAround(change, file);
  if (!isTest(scope, file) || isStatic(name, scope)) return false;
  return !attributesOf(scope).some((text) => /serial/.test(text));
}

/** Declared in the test itself, it is that test's own. */
function isStatic(name: string, root: Node): boolean {
  const found = root.find({ rule: { kind: 'static_item', has: { field: 'name', regex: `^${name}$` } } });
  if (found !== null) return true;
  return root.find('macro_invocation', `^(?:lazy_static::)?lazy_static![\\s\\S]*static ref ${name}\\b`) !== null;
}

/** By a method of what was unlocked, by a method of an atomic number, or by assignment. */
export function isSharedWrite(write: Node, file: SourceFile): boolean {
  if (!write.is('call_expression')) return isWritten(write, file);
  const unlocked = /^(\w+)\s*\.(?:lock|write|borrow_mut|get_mut)\(\)/.exec(calleeOf(write))?.[1];
  if (unlocked !== undefined) return isChangedByTest(unlocked, write, file);
  const name = /^(\w+)\s*\.(?:store|fetch_add|fetch_sub|swap)$/.exec(calleeOf(write))?.[1];
  // A number that is used is a number of the test's own.
  return name !== undefined && givenTo(write) === '' && isChangedByTest(name, write, file);
}

export function isKept({ node, file }: Call): boolean {
  const text = node.fieldText('function');
  const on = /^(\w+)\.(?:into_path|keep)$/.exec(text)?.[1];
  const scope = functionAround(node, file);
  const source = on === undefined ? text : (declarationOf(on, scope)?.fieldText('value') ?? '');
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
const returnsPath = (scope: Node): boolean => /Path/.test(scope.fieldText('return_type'));

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
