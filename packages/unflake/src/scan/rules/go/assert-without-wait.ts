import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { innermost, isAfter, isRunByTest, startOf } from './around.ts';
import { assertionsIn } from './assertions.ts';
import { firstWait, mentions, writtenBy } from './background.ts';

export const assertWithoutWait: Rule = {
  id: 'go/assert-without-wait',
  cause: { family: 'timing', kind: 'missing-await' },
  severity: 'error',
  where: 'tests',
  message: 'looks at what a goroutine writes before the test has waited for it',
  why: 'The wait stands below: whether the goroutine has got this far by now is chance.',
  fix: 'Move the assertion below `wg.Wait()` or the receive.',
  find: [nodes({ rule: { kind: 'go_statement' } }, (start, file) => isRunByTest(start, file) && tooEarly(start, file))],
};

/** Assertions between the start and the wait that look at what the goroutine writes. */
function tooEarly(start: Node, file: SourceFile): readonly Node[] {
  const written = writtenBy(start);
  const scope = innermost(start, file);
  const wait = written.length === 0 ? null : firstWait(start, scope);
  if (wait === null) return [];
  return assertionsIn(scope)
    .filter(({ node, looked }) => isAfter(node, start) && startOf(node) < startOf(wait) && mentions(looked, written))
    .map(({ node }) => node);
}
