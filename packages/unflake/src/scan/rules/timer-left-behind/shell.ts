import { isBackground, isEnded, isTimer } from '../../semantics/shell/background.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Keep `watchdog=$!` and `kill "$watchdog"` when the test ends; or run the command under `timeout`.',
  find: ['subshell', 'compound_statement'].map((kind) =>
    nodes(
      { rule: { kind, regex: '^[({]\\s*sleep\\b' } },
      (node, file) => isBackground(node) && isTimer(node) && !isEnded(node, file),
    ),
  ),
};
