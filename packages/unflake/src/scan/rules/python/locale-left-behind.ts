import { calls, type Rule } from '../rule.ts';
import { isPutBack } from './put-back.ts';
import { inFile, inTest } from './sample.ts';

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
  flags: [
    inTest('locale', 'locale.setlocale(locale.LC_ALL, "de_DE")', 'assert shown(1.5) == "1,5"'),
    inTest('locale', 'locale.setlocale(locale.LC_ALL, "")', 'assert shown(1.5)'),
    'from locale import LC_TIME, setlocale\ndef test_a():\n    setlocale(LC_TIME, "fr_FR")\n    assert month(1) == "janvier"\n',
    inFile('locale pytest', '@pytest.fixture\ndef french():\n    locale.setlocale(locale.LC_ALL, "fr_FR")\n    yield'),
  ],
  allows: [
    inTest('locale', 'assert locale.setlocale(locale.LC_ALL)'),
    inTest(
      'locale',
      'before = locale.setlocale(locale.LC_ALL)',
      'locale.setlocale(locale.LC_ALL, "C")',
      'try:',
      '    assert shown(1)',
      'finally:',
      '    locale.setlocale(locale.LC_ALL, before)',
    ),
    inFile(
      'locale pytest',
      '@pytest.fixture\ndef french():\n    locale.setlocale(locale.LC_ALL, "fr_FR")\n    yield\n    locale.setlocale(locale.LC_ALL, "C")',
    ),
    { file: 'app/main.py', text: 'import locale\nlocale.setlocale(locale.LC_ALL, "")\n' },
  ],
};
