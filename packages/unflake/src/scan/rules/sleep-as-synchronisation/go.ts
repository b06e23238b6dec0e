import type { SourceFile } from '../../facts/source-file.ts';
import { isRunByTest } from '../../semantics/go/around.ts';
import { isPolling } from '../../semantics/go/polling.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Wait for the thing itself: receive from a channel, `wg.Wait()`, poll a condition; or run the test in `synctest.Test`, where time is its own.',
  find: [
    calls(['time.Sleep'], ({ node, args, file }) => args[0]?.text() !== '0' && isWaitOfTest(node, file)),
    // `<-time.After(d)` as a statement of its own is a sleep.
    calls(['time.After'], ({ node, file }) => {
      const receive = node.parent();
      return (
        (receive?.is('unary_expression') ?? false) &&
        (receive?.parent()?.is('expression_statement') ?? false) &&
        isWaitOfTest(node, file)
      );
    }),
  ],
};

function isWaitOfTest(node: Node, file: SourceFile): boolean {
  if (!isRunByTest(node, file)) return false;
  const loop = nearest(node, ['for_statement', 'func_literal', 'function_declaration', 'method_declaration']);
  return loop === null || !loop.is('for_statement') || !isPolling(loop);
}
