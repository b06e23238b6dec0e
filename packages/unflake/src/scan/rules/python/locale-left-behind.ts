import { calls, type Rule } from '../rule.ts';
import { isPutBack } from './put-back.ts';

export const localeLeftBehind: Rule = {
  id: 'python/locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'sets the locale of the process and does not put it back',
  why: 'Tests that run later format and sort in a language that they did not ask for.',
  fix: 'Keep `before = locale.setlocale(category)` and set it again in a `finally` or with `addCleanup`.',
  find: [
    calls(
      ['locale.setlocale'],
      // With the category alone it only asks.
      ({ node, args, file }) =>
        args.length > 1 &&
        args[1]!.text() !== 'None' &&
        !isPutBack({ node, file, restores: /\bsetlocale\b|resetlocale/, guards: /locale/ }),
    ),
  ],
};
