import { nodes, type Rule } from '../rule.ts';
import { commandOf } from './command.ts';
import { isPutBack, leaks } from './put-back.ts';

export const signalHandlerLeftBehind: Rule = {
  id: 'shell/signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'traps a signal for all later tests',
  why: 'The tests of this file run in one process: a later one is interrupted in another way than it expects.',
  fix: 'Take it back with `trap - USR1`, or trap in a subshell.',
  find: [
    nodes({ rule: { kind: 'command', regex: '^trap\\b' } }, (node, file) => {
      const [handler, ...signals] = commandOf(node).words;
      return (
        handler !== undefined &&
        handler !== '-' &&
        !handler.startsWith('-') &&
        signals.length > 0 &&
        leaks(node, file) &&
        !isPutBack(node, file, /\btrap\s+-/)
      );
    }),
  ],
};
