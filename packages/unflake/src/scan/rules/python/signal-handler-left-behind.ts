import { calls, type Rule } from '../rule.ts';
import { isPutBack } from './put-back.ts';
import { inFile, inTest } from './sample.ts';

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
  flags: [
    inTest('signal', 'signal.signal(signal.SIGHUP, reload)', 'assert ready()'),
    inTest('signal', 'before = signal.signal(signal.SIGINT, signal.SIG_IGN)', 'assert before'),
    inTest('', 'loop.add_signal_handler(15, stop)', 'assert ready()'),
    inFile('signal', 'class ATest(TestCase):\n    def setUp(self):\n        signal.signal(signal.SIGHUP, self.reload)'),
  ],
  allows: [
    inTest(
      'signal',
      'before = signal.signal(signal.SIGHUP, reload)',
      'try:',
      '    assert ready()',
      'finally:',
      '    signal.signal(signal.SIGHUP, before)',
    ),
    inTest('signal', 'signal.raise_signal(signal.SIGHUP)', 'assert ready()'),
    inTest('', 'loop.add_signal_handler(15, stop)', 'assert ready()', 'loop.remove_signal_handler(15)'),
    { file: 'app/main.py', text: 'import signal\ndef main():\n    signal.signal(signal.SIGHUP, reload)\n' },
    inTest('signal', 'with mock.patch("signal.signal"):', '    signal.signal(signal.SIGHUP, reload)'),
  ],
};
