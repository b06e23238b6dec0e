import { nodes, type Rule } from '../rule.ts';
import { isBackground, isEnded, isTimer } from './background.ts';

export const timerLeftBehind: Rule = {
  id: 'shell/timer-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'lets something happen later that nobody calls off',
  why: 'It happens while another test runs, and ends or changes what that one has started.',
  fix: 'Keep `watchdog=$!` and `kill "$watchdog"` when the test ends; or run the command under `timeout`.',
  find: ['subshell', 'compound_statement'].map((kind) =>
    nodes(
      { rule: { kind, regex: '^[({]\\s*sleep\\b' } },
      (node, file) => isBackground(node) && isTimer(node) && !isEnded(node, file),
    ),
  ),
};
