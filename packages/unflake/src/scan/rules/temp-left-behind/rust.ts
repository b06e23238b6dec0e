import { argumentsOf, callsIn, functionAround } from '../../semantics/rust/around.ts';
import { givenTo, methodsOn, unpacked, wholeOf } from '../../semantics/rust/chains.ts';
import { declarationOf, usesOf } from '../../semantics/rust/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Keep the `TempDir` of `tempfile::tempdir()` until the test ends: it removes itself.',
  find: [
    calls('*.into_path *.keep', ({ node, file }) => {
      const text = node.field('function')?.text() ?? '';
      const on = /^(\w+)\.(?:into_path|keep)$/.exec(text)?.[1];
      const scope = functionAround(node, file);
      const source = on === undefined ? text : (declaredText(on, scope) ?? '');
      if (!/(?:^|::)(?:tempdir|TempDir::\w+|tempfile|NamedTempFile::\w+|Builder::new)\(/.test(source)) return false;
      const path = givenTo(unpacked(node));
      if (returnsPath(scope)) return false;
      return path === null || !isRemoved(path.replace(/^mut /, ''), scope);
    }),
    calls('std.env.temp_dir', ({ node, file }) => {
      if (!methodsOn(node).includes('join')) return false;
      const path = givenTo(wholeOf(node))?.replace(/^mut /, '');
      const scope = functionAround(node, file);
      if (path === undefined || path === '' || returnsPath(scope)) return false;
      return isMade(path, scope) && !isRemoved(path, scope);
    }),
  ],
};

const declaredText = (name: string, scope: Node): string | null =>
  declarationOf(name, scope)?.field('value')?.text() ?? null;

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
