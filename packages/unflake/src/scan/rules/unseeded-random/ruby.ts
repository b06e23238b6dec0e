import type { SourceFile } from '../../facts/source-file.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

/** RSpec and Minitest can be told to seed Ruby's own generator. */
const isSeeded = ({ text }: SourceFile): boolean =>
  /\bsrand[( ]\s*\d|\bsrand[( ]\s*config\.seed|Random\.srand/.test(text);

export const ruby: LanguageRule = {
  fix: 'Pass a `Random.new(7)` in (`list.shuffle(random: rng)`), or `Kernel.srand config.seed` in `spec_helper.rb`, so that a failing run can be had again.',
  find: [
    calls(
      ['rand', 'Kernel.rand', 'Random.rand', 'Random.random_number', 'Random.bytes'],
      ({ file }) => !isSeeded(file),
    ),
    calls(['Random.new'], ({ args }) => args.length === 0),
    calls(['*.shuffle', '*.shuffle!', '*.sample'], ({ node, args, file }) => {
      const isSecure = /SecureRandom|Faker|random:|rng|Seed/.test(node.text());
      return (
        node.field('receiver') !== null && !isSecure && args.every((arg) => /^\d+$/.test(arg.text())) && !isSeeded(file)
      );
    }),
    nodes(
      { rule: { kind: 'identifier', regex: '^rand$' } },
      (node, file) =>
        !/^(?:call|method|method_parameters|block_parameters|keyword_parameter|optional_parameter)$/.test(
          node.parent()?.kind() as string,
        ) &&
        node.parent()?.field('left')?.id() !== node.id() &&
        !isSeeded(file) &&
        file.meanings('rand', node).includes('rand'),
    ),
  ],
};
