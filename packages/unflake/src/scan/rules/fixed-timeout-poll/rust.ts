import { callsIn, isStepOfTest } from '../../semantics/rust/around.ts';
import { methodsOn } from '../../semantics/rust/chains.ts';
import { givesUpAtFixedTime, isPolling, SLEEPS } from '../../semantics/rust/polling.ts';
import { milliseconds } from '../../semantics/rust/variables.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Find, type LanguageRule, nodesOf } from '../rule.ts';

/** Shorter than this is short for a machine that does other things as well. */
const SHORT_MS = 1000;

const loops = (kind: string): Find =>
  nodesOf(kind, /sleep/, (loop, file) => {
    const sleeps = callsIn(loop, SLEEPS).some(
      (call) => nearest(call, ['for_expression', 'while_expression', 'loop_expression'])?.id() === loop.id(),
    );
    return sleeps && isStepOfTest(loop, file) && isPolling(loop) && givesUpAtFixedTime(loop);
  });

export const rust: LanguageRule = {
  fix: 'Wait without a limit of your own (`rx.recv()`), and let the runner end what hangs; or choose a limit that only a hang reaches.',
  find: [
    loops('for_expression'),
    loops('while_expression'),
    loops('loop_expression'),
    calls(
      'tokio.time.timeout async_std.future.timeout',
      ({ node, args, file }) => isShort(args[0]) && isStepOfTest(node, file) && expectsAnswer(node),
    ),
    calls(
      '*.recv_timeout *.wait_timeout',
      ({ node, args, file }) => args.some(isShort) && isStepOfTest(node, file) && expectsAnswer(node),
    ),
  ],
};

function isShort(node: Node | undefined): boolean {
  const limit = milliseconds(node);
  return limit !== null && limit < SHORT_MS;
}

/** That nothing comes is asked for with `is_err`: a slow machine cannot break that. */
function expectsAnswer(call: Node): boolean {
  if (methodsOn(call).some((name) => /^(?:is_err|unwrap_err|expect_err|is_none|err)$/.test(name))) return false;
  const condition = nearest(call, ['let_condition', 'match_expression', 'block', 'call_expression']);
  return !(
    condition?.is('let_condition') &&
    /^Ok\b/.test(condition.field('pattern')?.text() ?? '') &&
    /panicǃ/.test(nearest(call, ['if_expression'])?.text() ?? '')
  );
}
