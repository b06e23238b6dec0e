import type { SourceFile } from '../../facts/source-file.ts';
import { hooksOf, scopeAround, TEAR_DOWN } from '../../semantics/shell/command.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Close it: `exec 3>&-`; or open it for one command or block alone: `{ …; } 3< file`.',
  find: [nodes({ rule: { kind: 'redirected_statement', regex: '^exec\\s+\\d' } }, isLeftOpen)],
};

function isLeftOpen(node: Node, file: SourceFile): boolean {
  const opened = named(node).filter((part) => part.is('file_redirect') && !/[<>]&-/.test(part.text()));
  const numbers = opened
    .map((part) => /^(\d+)/.exec(part.text())?.[1])
    .filter((number) => number !== undefined && Number(number) > 2);
  const places = [scopeAround(node, file), ...hooksOf(file, TEAR_DOWN)];
  const closes = (number: string) =>
    places.some((place) =>
      place
        .findAll({ rule: { kind: 'file_redirect', regex: `^${number}[<>]&-$` } })
        .some((one) => /^exec\b/.test(one.parent()?.text() ?? '')),
    );
  return numbers.some((number) => !closes(number!));
}
