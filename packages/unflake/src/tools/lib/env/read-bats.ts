/** The declaration of a `.bats` step, read from its syntax tree without running it. */
import { UnflakeError } from '../../../contract/faults.ts';
import { literal, named } from '../../../scan/syntax/node.ts';
import type { Node, Parse } from '../../../scan/syntax/parser.ts';
import { prepared } from '../../../scan/syntax/prepare.ts';

export interface BatsDeclaration {
  readonly call: 'setup_sequential_test' | 'setup_independent_test';
  readonly words: readonly string[];
}

/** Null for a file that does not use the library: then we write its markers. */
export function readBats(file: string, text: string, parse: Parse): BatsDeclaration | null {
  const root = parse('bash', prepared(file, text));
  const setups = root
    .findAll({ rule: { kind: 'function_definition' } })
    .filter((node) => node.field('name')?.text() === 'setup_file');
  for (const command of setups.flatMap((node) => node.findAll({ rule: { kind: 'command' } }))) {
    const call = command.field('name')?.text();
    if (call !== 'setup_sequential_test' && call !== 'setup_independent_test') continue;
    return {
      call,
      words: named(command)
        .slice(1)
        .map((word) => plainWord(file, call, word)),
    };
  }
  return null;
}

function plainWord(file: string, call: string, word: Node): string {
  const text = literal(word) ?? (word.kind() === 'number' ? word.text() : null);
  if (text !== null) return text;
  const why = `\`${call}\` has the argument \`${word.text()}\`, which is not a literal word`;
  throw new UnflakeError('ENV_BAD_STEP', `${file}: ${why}`, { file, why });
}
