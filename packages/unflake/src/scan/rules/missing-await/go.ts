import type { SourceFile } from '../../facts/source-file.ts';
import { calleeOf, functionAround, innermost, isAfter, isRunByTest } from '../../semantics/go/around.ts';
import { assertionsIn } from '../../semantics/go/assertions.ts';
import { firstWait, mentions, writtenBy } from '../../semantics/go/background.ts';
import { declared, hasMethod } from '../../semantics/go/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Wait before you look: `wg.Wait()`, `g.Wait()` of an errgroup, or a receive from a channel that the goroutine closes.',
  find: [
    nodesOf('go_statement', null, (start, file) => isRunByTest(start, file) && isLookedAtUnwaited(start, file)),
    calls('*.Go', ({ node, file }) => {
      const group = /^(\w+)\.Go$/.exec(calleeOf(node))?.[1];
      if (group === undefined) return false;
      const scope = functionAround(node, file);
      return isGroup(group, scope) && !hasMethod(group, 'Wait', scope);
    }),
  ],
};

function isLookedAtUnwaited(start: Node, file: SourceFile): boolean {
  const scope = innermost(start, file);
  const written = writtenBy(start);
  if (written.length === 0 || firstWait(start, scope) !== null) return false;
  return assertionsIn(scope).some(({ node, looked }) => isAfter(node, start) && mentions(looked, written));
}

function isGroup(name: string, scope: Node): boolean {
  const typed = scope.find({
    rule: { kind: 'var_spec', regex: `^${name} +\\*?(?:errgroup\\.Group|sync\\.WaitGroup)` },
  });
  return typed !== null || /^(?:&?errgroup\.|&?sync\.WaitGroup|pool\.New)/.test(declared(name, scope)?.text() ?? '');
}
