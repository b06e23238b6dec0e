import type { SourceFile } from '../../facts/source-file.ts';
import { isLocale, isPutBack, leaks, variablesOf } from '../../semantics/shell/put-back.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Set it for one command, `LC_ALL=de_DE.UTF-8 app`, or put it back in `tearDown`.',
  find: [
    nodesOf('declaration_command', /^export\s[\s\S]*(?:LANG|LC_)/, isLeft),
    nodesOf(
      'variable_assignment',
      /^(?:LANG|LC_)/,
      (node, file) =>
        /^(?:compound_statement|list)$/.test((node.parent()?.kind() as string) ?? '') && isLeft(node, file),
    ),
  ],
};

function isLeft(node: Node, file: SourceFile): boolean {
  return (
    leaks(node, file) &&
    variablesOf(node).some((name) => isLocale(name) && !isPutBack(node, file, new RegExp(`\\b${name}\\b`)))
  );
}
