import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { isLocale, isPutBack, leaks, variablesOf } from './put-back.ts';

export const localeLeftBehind: Rule = {
  id: 'shell/locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'sets the locale of all later tests',
  why: 'The tests of this file run in one process: those that come after sort, print and compare in another language.',
  fix: 'Set it for one command, `LC_ALL=de_DE.UTF-8 app`, or put it back in `tearDown`.',
  find: [
    nodes({ rule: { kind: 'declaration_command', regex: '^export\\s[\\s\\S]*(?:LANG|LC_)' } }, isLeft),
    nodes(
      { rule: { kind: 'variable_assignment', regex: '^(?:LANG|LC_)' } },
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
