import { undone } from '../../semantics/undone.ts';
import { literal } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

const LASTING =
  /^(?:SIG[A-Z0-9]+|uncaughtException|unhandledRejection|exit|beforeExit|warning|message|disconnect|rejectionHandled)$/;

export const javascript: LanguageRule = {
  fix: 'Take it off where failures pass too: `t.after(() => process.off("SIGTERM", onTerm))`, or in `afterEach`.',
  find: [
    calls('process.on process.once process.addListener process.prependListener', ({ node, args, file }) => {
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
