/** What counts as an assertion in Python: the statement, unittest's methods, pytest's contexts, checks of mocks, and functions of the file that assert. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { type CallIn, callsIn } from './calls-in.ts';
import { functionsNamed } from './outline.ts';

const ASSERTS =
  /^(?:assert\w*|_?assert\w*|fail|fail\w+|raises|warns|deprecated_call|verify\w*|check\w*|expect\w*|should\w*|ensure\w*|must\w*|validate\w*|compare\w*|match_snapshot|benchmark|expect_\w+)$/i;

export const isAssertion = ({ last, callee }: CallIn): boolean =>
  ASSERTS.test(last) || /\.assert_\w+$|^self\.assert/.test(callee);

export function asserts(scope: Node): boolean {
  if (scope.find({ rule: { kind: 'assert_statement, raise_statement' } }) !== null) return true;
  return callsIn(scope).some(isAssertion);
}

/** Also through a function or method that this file defines. */
export function assertsSomewhere(scope: Node, file: SourceFile): boolean {
  if (asserts(scope)) return true;
  const called = new Set(callsIn(scope).map(({ last }) => last));
  return [...called].some((name) =>
    functionsNamed(name, file).some((definition) => definition.id() !== scope.id() && asserts(definition)),
  );
}

/** Every assertion in a scope, in the order of the text. */
export function assertionsIn(scope: Node): readonly Node[] {
  const statements = scope.findAll({ rule: { kind: 'assert_statement' } });
  const methods = callsIn(scope)
    .filter(({ callee }) => /^self\.assert/.test(callee))
    .map(({ node }) => node);
  return [...statements, ...methods].sort((a, b) => a.start() - b.start());
}
