import type { SourceFile } from '../../facts/source-file.ts';
import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { created, functions } from './called.ts';

const isSeeded = ({ text }: SourceFile): boolean => /\b(?:mt_)?srand\(\s*\d/.test(text);

export const unseededDice = ruleOf('php', 'unseeded-dice', {
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
  flags: [
    '<?php\nfunction roll(): int { return mt_rand(1, 6); }\n',
    '<?php\nshuffle($cards);\n',
    '<?php\n$n = \\random_int(1, 6);\n',
    '<?php\nuse Random\\Randomizer;\n$r = new Randomizer();\n',
    '<?php\n$faker = \\Faker\\Factory::create();\n',
  ],
  allows: [
    '<?php\nmt_srand(7);\n$n = mt_rand(1, 6);\n',
    '<?php\nuse Random\\Randomizer;\n$r = new Randomizer(new Mt19937(7));\n',
    '<?php\n$faker = \\Faker\\Factory::create();\n$faker->seed(7);\n',
    '<?php\nfunction shuffle(array $a): array { return $a; }\n$b = shuffle($a);\n',
    '<?php\n$token = bin2hex(random_bytes(8));\n',
  ],
});
