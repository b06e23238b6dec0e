import type { SourceFile } from '../../facts/source-file.ts';
import { created, functions } from '../../semantics/php/called.ts';
import { calls, type LanguageRule } from '../rule.ts';

const isSeeded = ({ text }: SourceFile): boolean => /\b(?:mt_)?srand\(\s*\d/.test(text);

export const php: LanguageRule = {
  fix: 'Pass a `Random\\Randomizer` with `new Mt19937(7)` in, or `mt_srand(7)` before; `$faker->seed(7)` for Faker.',
  find: [
    functions(['rand', 'mt_rand', 'shuffle', 'array_rand', 'str_shuffle'], ({ file }) => !isSeeded(file)),
    functions(['random_int', 'lcg_value']),
    created(['Randomizer'], (args) => args.length === 0),
    calls(
      ['Faker.Factory.create', '?.Factory.create'],
      ({ node, file }) =>
        /Faker|^Factory::/.test(node.text()) && /Faker/.test(file.text) && !/->seed\(/.test(file.text),
    ),
  ],
};
