import { callsIn, functionAround, isAfter } from '../../semantics/rust/around.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Use what ends with a scope: `tracing::subscriber::set_default` and its guard, `fail::FailScenario`, a mock that is passed in.',
  find: [
    calls('fail.cfg fail.cfg_callback', ({ node, file }) => {
      const scope = functionAround(node, file);
      return (
        callsIn(scope, 'FailScenario::setup$').length === 0 &&
        !callsIn(scope, '(?:fail::remove|^remove|teardown)$').some((call) => isAfter(call, node))
      );
    }),
    calls(
      `tracing.subscriber.set_global_default log.set_logger log.set_boxed_logger metrics.set_global_recorder`,
      ({ node, file }) => {
        // Once for all tests, whoever comes first.
        return callsIn(functionAround(node, file), '(?:call_once|get_or_init)$').every(
          (call) => call.end() < node.end(),
        );
      },
    ),
  ],
};
