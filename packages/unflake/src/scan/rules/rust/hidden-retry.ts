import { attributes } from '../../facts/dialects/rust.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { callsIn, functionName, isStepOfTest } from './around.ts';

/** Who tests a retry must retry. */
const ABOUT_RETRIES = /retr|backoff|back_off|attempt|flak/i;

export const hiddenRetry: Rule = {
  id: 'rust/hidden-retry',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'tries again until it passes',
  why: 'A failure that goes away the second time is still there; nobody sees it, and it grows.',
  fix: 'Find out why the first try fails; wait for what it needs, and try once.',
  find: [
    nodes({ rule: { kind: 'function_item' } }, (node) =>
      attributes(node).some((text) => /^#\[(?:\w+::)*(?:flaky_test|flaky|retry|test_retry|again)\b/.test(text)),
    ),
    calls(
      [
        'backoff.retry',
        'backoff.future.retry',
        'retry.retry',
        'tokio_retry.Retry.spawn',
        'tryhard.retry_fn',
        'again.retry',
        'backon.Retryable.retry',
      ],
      ({ node, file }) => isStepOfTest(node, file) && !ABOUT_RETRIES.test(functionName(node)),
    ),
    nodes(
      { rule: { kind: 'for_expression', regex: '^for _?(?:attempt|retry|retries|tries|attempts|try_\\w+) in' } },
      (loop, file) => {
        const exits = loop.find({
          rule: { any: [{ kind: 'break_expression' }, { kind: 'return_expression' }] },
        } as never);
        return (
          exits !== null &&
          isStepOfTest(loop, file) &&
          !ABOUT_RETRIES.test(functionName(loop)) &&
          callsIn(loop, '^(?:assert\\w*|panic)ǃ$').length === 0
        );
      },
    ),
  ],
};
