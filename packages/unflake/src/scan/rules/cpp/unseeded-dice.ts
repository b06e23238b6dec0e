import type { SourceFile } from '../../facts/source-file.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { called } from './called.ts';

const isSeeded = ({ text }: SourceFile): boolean => /\bs(?:rand|random)\(\s*\d/.test(text);

export const unseededDice = ruleOf('cpp', 'unseeded-dice', {
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
  flags: [
    'int roll() { return rand() % 6; }\n',
    'void up() { srand(time(NULL)); }\n',
    'std::random_device device;\nstd::mt19937 gen(device());\n',
    'int roll() { std::mt19937 gen(std::chrono::steady_clock::now().time_since_epoch().count()); return gen() % 6; }\n',
    { file: 'src/dice.c', text: '#include <stdlib.h>\nint roll(void) { return rand() % 6; }\n' },
  ],
  allows: [
    'struct Test : Base { void mix() { random()->Reseed(7); } };\n',
    'std::mt19937 gen(7);\nint roll() { return gen() % 6; }\n',
    'void up() { srand(42); }\nint roll() { return rand() % 6; }\n',
    'int roll(std::mt19937& gen) { return gen() % 6; }\n',
    'int rand() { return 4; }\nint roll() { return rand(); }\n',
    'std::mt19937 gen;\n',
  ],
});
