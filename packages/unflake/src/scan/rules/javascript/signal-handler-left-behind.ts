import { literal } from '../../syntax/node.ts';
import { calls, type Rule } from '../rule.ts';
import { undone } from '../undone.ts';

const LASTING =
  /^(?:SIG[A-Z0-9]+|uncaughtException|unhandledRejection|exit|beforeExit|warning|message|disconnect|rejectionHandled)$/;

export const signalHandlerLeftBehind: Rule = {
  id: 'javascript/signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'listens to the process and never stops',
  why: 'The listener hears the errors and signals of the tests that follow, and swallows them or answers in their place.',
  fix: 'Take it off where failures pass too: `t.after(() => process.off("SIGTERM", onTerm))`, or in `afterEach`.',
  find: [
    calls(['process.on', 'process.once', 'process.addListener', 'process.prependListener'], ({ node, args, file }) => {
      if (!LASTING.test(literal(args[0]) ?? '')) return false;
      return !undone(
        node,
        file,
        { rule: { kind: 'call_expression', regex: '^process\\.(?:off|removeListener|removeAllListeners)\\(' } },
        (other) => {
          const event = literal(other.field('arguments')?.namedChildren()[0]);
          return event === null || event === literal(args[0]);
        },
      );
    }),
  ],
};
