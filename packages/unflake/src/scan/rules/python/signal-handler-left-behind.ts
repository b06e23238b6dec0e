import { calls, type Rule } from '../rule.ts';
import { isPutBack } from './put-back.ts';

export const signalHandlerLeftBehind: Rule = {
  id: 'python/signal-handler-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'installs a signal handler and does not take it back',
  why: 'The handler stays for the process: a later test, or the runner itself, is interrupted in another way than it expects.',
  fix: 'Keep what `signal.signal` returns and install it again in a `finally`.',
  find: [
    calls(
      ['signal.signal'],
      ({ node, args, file }) =>
        args.length > 1 && !isPutBack({ node, file, restores: /\bsignal\.signal\b|\bsignal\(/, guards: /signal/ }),
    ),
    calls(
      ['*.add_signal_handler'],
      ({ node, file }) => !isPutBack({ node, file, restores: /remove_signal_handler|\.close\(/, guards: /signal/ }),
    ),
  ],
};
