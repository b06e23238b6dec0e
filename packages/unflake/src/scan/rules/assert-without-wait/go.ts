import type { SourceFile } from '../../facts/source-file.ts';
import { innermost, isAfter, isRunByTest, startOf } from '../../semantics/go/around.ts';
import { assertionsIn } from '../../semantics/go/assertions.ts';
import { firstWait, mentions, writtenBy } from '../../semantics/go/background.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Move the assertion below `wg.Wait()` or the receive.',
  find: [nodesOf('go_statement', null, (start, file) => isRunByTest(start, file) && tooEarly(start, file))],
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
