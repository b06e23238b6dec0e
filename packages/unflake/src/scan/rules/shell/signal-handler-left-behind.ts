import { nodes, type Rule } from '../rule.ts';
import { commandOf } from './command.ts';
import { isPutBack, leaks } from './put-back.ts';
import { bats, script, shunit } from './sample.ts';

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
  flags: [
    shunit("trap 'seen=1' USR1", 'kill -USR1 $$', 'assertEquals 1 "$seen"'),
    shunit("trap '' INT", 'assertTrue "app run"'),
    shunit('trap on_hup HUP', 'kill -HUP $$', 'assertTrue "app alive"'),
    shunit("trap 'rm -f x' EXIT", 'assertTrue "app run"'),
  ],
  allows: [
    shunit("trap 'seen=1' USR1", 'kill -USR1 $$', 'trap - USR1', 'assertEquals 1 "$seen"'),
    bats("trap 'seen=1' USR1", 'kill -USR1 $$', '[ "$seen" = 1 ]'),
    script("trap 'rm -f x' EXIT", 'app run'),
    shunit("( trap 'seen=1' USR1; kill -USR1 $BASHPID )", 'assertTrue "app alive"'),
  ],
};
