import { calls, type Rule } from '../rule.ts';
import { callsIn, functionAround, isAfter } from './around.ts';

export const mockLeftBehind: Rule = {
  id: 'rust/mock-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'puts something in place of the real one for the whole process and leaves it there',
  why: 'Tests that come later, or run beside this one, get the replacement; a second one that wants its own gets an error.',
  fix: 'Use what ends with a scope: `tracing::subscriber::set_default` and its guard, `fail::FailScenario`, a mock that is passed in.',
  find: [
    calls(['fail.cfg', 'fail.cfg_callback'], ({ node, file }) => {
      const scope = functionAround(node, file);
      return (
        callsIn(scope, 'FailScenario::setup$').length === 0 &&
        !callsIn(scope, '(?:fail::remove|^remove|teardown)$').some((call) => isAfter(call, node))
      );
    }),
    calls(
      [
        'tracing.subscriber.set_global_default',
        'log.set_logger',
        'log.set_boxed_logger',
        'metrics.set_global_recorder',
      ],
      ({ node, file }) => {
        // Once for all tests, whoever comes first.
        return callsIn(functionAround(node, file), '(?:call_once|get_or_init)$').every(
          (call) => call.end() < node.end(),
        );
      },
    ),
  ],
};
