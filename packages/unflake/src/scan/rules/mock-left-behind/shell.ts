import { nameOf } from '../../semantics/shell/command.ts';
import { isPutBack, leaks } from '../../semantics/shell/put-back.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Take it back with `unset -f curl` in `tearDown`, or define it in a subshell.',
  find: [
    nodesOf(
      'function_definition',
      null,
      (node, file) =>
        leaks(node, file) && !isPutBack(node, file, new RegExp(`\\bunset\\s+-f\\b[^\\n]*\\b${nameOf(node)}\\b`)),
    ),
    nodesOf('command', /^alias\b/, (node, file) => leaks(node, file) && !isPutBack(node, file, /\bunalias\b/)),
  ],
};
