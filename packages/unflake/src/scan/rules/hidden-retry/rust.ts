import { attributes } from '../../facts/dialects/rust.ts';
import { callsIn, functionName, isStepOfTest } from '../../semantics/rust/around.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

/** Who tests a retry must retry. */
const ABOUT_RETRIES = /retr|backoff|back_off|attempt|flak/i;

export const rust: LanguageRule = {
  fix: 'Find out why the first try fails; wait for what it needs, and try once.',
  find: [
    nodesOf('function_item', null, (node) =>
      attributes(node).some((text) => /^#\[(?:\w+::)*(?:flaky_test|flaky|retry|test_retry|again)\b/.test(text)),
    ),
    calls(
      `backoff.retry backoff.future.retry retry.retry tokio_retry.Retry.spawn tryhard.retry_fn again.retry
       backon.Retryable.retry`,
      ({ node, file }) => isStepOfTest(node, file) && !ABOUT_RETRIES.test(functionName(node)),
    ),
    nodesOf('for_expression', /^for _?(?:attempt|retry|retries|tries|attempts|try_\w+) in/, (loop, file) => {
      const exits = loop.find({
        rule: { any: [{ kind: 'break_expression' }, { kind: 'return_expression' }] },
      } as never);
      return (
        exits !== null &&
        isStepOfTest(loop, file) &&
        !ABOUT_RETRIES.test(functionName(loop)) &&
        callsIn(loop, '^(?:assert\\w*|panic)ǃ$').length === 0
      );
    }),
  ],
};
