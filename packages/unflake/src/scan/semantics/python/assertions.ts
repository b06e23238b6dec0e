/** What counts as an assertion in Python: the statement, unittest's methods, pytest's contexts, checks of mocks, and functions of the file that assert; and tests without one. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { plainCode } from '../plain-code.ts';
import { decoratorsOf, parametersOf } from './around.ts';
import { type CallIn, callsIn } from './calls-in.ts';
import { functionsNamed } from './outline.ts';

const ASSERTS =
  /^(?:assert\w*|_?assert\w*|fail|fail\w+|raises|warns|deprecated_call|verify\w*|check\w*|expect\w*|should\w*|ensure\w*|must\w*|validate\w*|compare\w*|match_snapshot|benchmark|expect_\w+)$/i;

export const isAssertion = ({ last, callee }: CallIn): boolean =>
  ASSERTS.test(last) || /\.assert_\w+$|^self\.assert/.test(callee);

export function asserts(scope: Node): boolean {
  if (scope.find('assert_statement, raise_statement') !== null) return true;
  return callsIn(scope).some(isAssertion);
}

/** Also through a function or method that this file defines. */
function assertsSomewhere(scope: Node, file: SourceFile): boolean {
  if (asserts(scope)) return true;
  const called = new Set(callsIn(scope).map(({ last }) => last));
  return [...called].some((name) =>
    functionsNamed(name, file).some((definition) => definition.id() !== scope.id() && asserts(definition)),
  );
}

/** Every assertion in a scope, in the order of the text. */
export function assertionsIn(scope: Node): readonly Node[] {
  const statements = scope.findAll('assert_statement');
  const methods = callsIn(scope)
    .filter(({ callee }) => /^self\.assert/.test(callee))
    .map(({ node }) => node);
  return [...statements, ...methods].sort((a, b) => a.start() - b.start());
}

const SURELY_ASSERTS = /^\s*assert\b|\bself\.(?:assert\w+|fail\w*)\(/m;

/** Where no text or comment can be around the place, nothing has to be taken out of the code first. */
function surelyAsserts(code: string): boolean {
  const at = SURELY_ASSERTS.exec(code)?.index;
  if (at === undefined) return false;
  const before = code.slice(0, at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!/["'#]/.test(line) && !/"""|'''|\\\r?\n/.test(before)) return true;
  return SURELY_ASSERTS.test(plainCode(code, 'python'));
}

export function assertsNothing(test: Node, file: SourceFile): boolean {
  // The cheapest question first: most tests hold one that can be seen without the tree.
  if (!file.isTestFile || surelyAsserts(test.text())) return false;
  if (assertsSomewhere(test, file) || file.dialect.test(test) === null) return false;
  if (decoratorsOf(test).some((text) => /skip|xfail|benchmark|expectedFailure|raises/.test(text))) return false;
  if (parametersOf(test).some((name) => /benchmark|snapshot/.test(name))) return false;
  // A test that skips itself, or runs others, says what it is for.
  return !callsIn(test).some(({ last }) => /^(?:skip|skipTest|xfail|importorskip|runpytest)$/.test(last));
}
