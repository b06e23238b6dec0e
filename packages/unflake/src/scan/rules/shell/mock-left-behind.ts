import { nodes, type Rule } from '../rule.ts';
import { nameOf } from './command.ts';
import { isPutBack, leaks } from './put-back.ts';

export const mockLeftBehind: Rule = {
  id: 'shell/mock-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'replaces a command for all later tests',
  why: 'The tests of this file run in one process: those that come after call the double in place of the command.',
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
