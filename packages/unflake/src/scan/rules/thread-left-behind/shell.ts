import { AMPERSAND, isBackground, isEnded, isTimer, STATEMENTS } from '../../semantics/shell/background.ts';
import { commandOf } from '../../semantics/shell/command.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
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
