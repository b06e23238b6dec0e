import { nameOf } from '../../semantics/shell/command.ts';
import { isPutBack, leaks } from '../../semantics/shell/put-back.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Take it back with `unset -f curl` in `tearDown`, or define it in a subshell.',
  find: [
    nodes(
      { rule: { kind: 'function_definition' } },
      (node, file) =>
        leaks(node, file) && !isPutBack(node, file, new RegExp(`\\bunset\\s+-f\\b[^\\n]*\\b${nameOf(node)}\\b`)),
    ),
    nodes(
      { rule: { kind: 'command', regex: '^alias\\b' } },
      (node, file) => leaks(node, file) && !isPutBack(node, file, /\bunalias\b/),
    ),
  ],
};
