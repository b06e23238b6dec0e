/** What counts as an assertion in Python: the statement, and unittest's methods. */
import type { Node } from '../../facts/source-file.ts';
import { callsIn } from './calls-in.ts';

/** Every assertion in a scope, in the order of the text. */
export function assertionsIn(scope: Node): readonly Node[] {
  const statements = scope.findAll('assert_statement');
  const methods = callsIn(scope)
    .filter(({ callee }) => /^self\.assert/.test(callee))
    .map(({ node }) => node);
  return [...statements, ...methods].sort((a, b) => a.start() - b.start());
}
