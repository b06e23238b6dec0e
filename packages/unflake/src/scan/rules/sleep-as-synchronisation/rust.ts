import type { SourceFile } from '../../facts/source-file.ts';
import { attributesOf, callsIn, functionAround, isStepOfTest } from '../../semantics/rust/around.ts';
import { isPolling } from '../../semantics/rust/polling.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Wait for the thing itself: `handle.join()`, `rx.recv()`, `notify.notified().await`; or let tokio’s clock stand still with `start_paused = true`.',
  find: [
    calls(
      ['std.thread.sleep', 'tokio.time.sleep', 'async_std.task.sleep', 'futures_timer.Delay.new', 'smol.Timer.after'],
      ({ node, args, file }) => {
        const isNothing = /^(?:Duration::ZERO|(?:\w+::)*Duration::from_\w+\(0\))$/.test(args[0]?.text() ?? '');
        return !isNothing && isStepOfTest(node, file) && !isInPolling(node) && !isPaused(node, file);
      },
    ),
  ],
};

function isInPolling(node: Node): boolean {
  const loop = nearest(node, [
    'for_expression',
    'while_expression',
    'loop_expression',
    'closure_expression',
    'function_item',
  ]);
  return loop !== null && /^(?:for|while|loop)_expression$/.test(loop.kind()) && isPolling(loop);
}

function isPaused(node: Node, file: SourceFile): boolean {
  const scope = functionAround(node, file);
  return (
    attributesOf(scope).some((text) => /start_paused\s*=\s*true/.test(text)) ||
    callsIn(scope, '(?:^|time::)pause$').length > 0
  );
}
