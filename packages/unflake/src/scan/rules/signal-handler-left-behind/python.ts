import { isPutBack } from '../../semantics/python/put-back.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Keep what `signal.signal` returns and install it again in a `finally`.',
  find: [
    calls(
      'signal.signal',
      ({ node, args, file }) =>
        args.length > 1 && !isPutBack({ node, file, restores: /\bsignal\.signal\b|\bsignal\(/, guards: /signal/ }),
    ),
    calls(
      '*.add_signal_handler',
      ({ node, file }) => !isPutBack({ node, file, restores: /remove_signal_handler|\.close\(/, guards: /signal/ }),
    ),
  ],
};
