import type { SourceFile } from '../../facts/source-file.ts';
import { called } from '../../semantics/cpp/called.ts';
import { type LanguageRule, nodes } from '../rule.ts';

const isSeeded = ({ text }: SourceFile): boolean => /\bs(?:rand|random)\(\s*\d/.test(text);

export const cpp: LanguageRule = {
  fix: 'Pass a generator in and give tests `std::mt19937 gen(7)`, with the seed in the failure’s message.',
  find: [
    called(
      ['rand', 'std.rand', 'random', 'drand48', 'arc4random', 'arc4random_uniform'],
      // In C++ `random` is more often a method of one's own.
      ({ args, name, file }) => args.length < 2 && (name !== 'random' || file.path.endsWith('.c')) && !isSeeded(file),
    ),
    called(['srand', 'std.srand', 'srandom'], ({ args }) =>
      /time|now\(|random_device|getpid/.test(args[0]?.text() ?? ''),
    ),
    nodes(
      { rule: { kind: 'qualified_identifier', regex: '^(?:::)?std::random_device$' } },
      (node) => node.parent()?.is('qualified_identifier') !== true,
    ),
    nodes({
      rule: {
        kind: 'declaration',
        regex:
          '^std::(?:mt19937(?:_64)?|default_random_engine|minstd_rand)[ ]+[A-Za-z0-9_]+[({][^;]*(?:time\\(|now\\(\\))',
      },
    }),
  ],
};
