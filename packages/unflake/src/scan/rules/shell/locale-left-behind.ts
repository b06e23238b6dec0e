import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { isLocale, isPutBack, leaks, variablesOf } from './put-back.ts';
import { bats, script, shunit } from './sample.ts';

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
  flags: [
    shunit('export LC_ALL=de_DE.UTF-8', 'assertEquals "1,5" "$(app number)"'),
    shunit('LANG=fr_FR.UTF-8', 'assertEquals janvier "$(app month)"'),
    shunit('export LC_CTYPE=tr_TR.UTF-8', 'assertEquals i "$(app lower I)"'),
    shunit('export LANGUAGE=de LANG=de_DE', 'assertEquals ja "$(app yes)"'),
  ],
  allows: [
    bats('export LC_ALL=C', 'run app number', '[ "$output" = 1.5 ]'),
    shunit('assertEquals "1,5" "$(LC_ALL=de_DE.UTF-8 app number)"'),
    shunit('local LANG=C', 'assertEquals a "$(app first)"'),
    script('export LC_ALL=C', 'app number'),
    shunit('export LC_ALL=C', 'assertEquals a "$(app first)"', 'unset LC_ALL'),
  ],
};

function isLeft(node: Node, file: SourceFile): boolean {
  return (
    leaks(node, file) &&
    variablesOf(node).some((name) => isLocale(name) && !isPutBack(node, file, new RegExp(`\\b${name}\\b`)))
  );
}
