import { nodes, type Rule } from '../rule.ts';
import { AMPERSAND, isBackground, isEnded, isTimer, STATEMENTS } from './background.ts';
import { commandOf } from './command.ts';

export const threadLeftBehind: Rule = {
  id: 'shell/thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a process in the background that nobody ends',
  why: 'It goes on while other tests run, keeps its port and its files, and BATS may wait for it for ever.',
  fix: 'Keep `pid=$!`, and `kill "$pid"; wait "$pid"` in `teardown`; or `wait` for it in the test.',
  find: [
    ...STATEMENTS.map((kind) =>
      nodes(
        { rule: { kind } },
        (node, file) => isBackground(node) && !isTimer(node) && !isEnded(node, file),
        AMPERSAND,
      ),
    ),
    nodes(
      { rule: { kind: 'command', regex: '^coproc\\b' } },
      (node, file) => commandOf(node).name === 'coproc' && !isEnded(node, file),
    ),
  ],
};
