import { isPutBack } from '../../semantics/python/put-back.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Keep `before = locale.setlocale(category)` and set it again in a `finally` or with `addCleanup`.',
  find: [
    calls(
      'locale.setlocale',
      // With the category alone it only asks.
      ({ node, args, file }) =>
        args.length > 1 &&
        args[1]!.text() !== 'None' &&
        !isPutBack({ node, file, restores: /\bsetlocale\b|resetlocale/, guards: /locale/ }),
    ),
  ],
};
