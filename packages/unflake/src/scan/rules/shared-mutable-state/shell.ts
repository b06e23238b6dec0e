import type { SourceFile } from '../../facts/source-file.ts';
import {
  commandOf,
  functionAround,
  hooksOf,
  isBats,
  isTest,
  SET_UP,
  TEAR_DOWN,
} from '../../semantics/shell/command.ts';
import { leaks } from '../../semantics/shell/put-back.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

/** Folders of BATS that outlive one test. */
const SHARED = /^["']?\$\{?BATS_(?:FILE|SUITE|RUN)_TMPDIR\b/;
const WRITES = /^(?:touch|cp|mv|tee|mkdir|rm|ln|install|truncate|dd)$/;

export const shell: LanguageRule = {
  fix: 'Write below `$BATS_TEST_TMPDIR`, declare variables `local`, or give them anew in `setUp`.',
  find: [
    nodesOf(
      'file_redirect',
      /BATS_(?:FILE|SUITE|RUN)_TMPDIR/,
      (node, file) =>
        /^\d*>/.test(node.text()) && isInATest(node, file) && SHARED.test(node.field('destination')?.text() ?? ''),
    ),
    nodesOf('command', /BATS_(?:FILE|SUITE|RUN)_TMPDIR/, (node, file) => {
      const { name, args } = commandOf(node);
      return WRITES.test(name) && isInATest(node, file) && SHARED.test(args.at(-1)?.text() ?? '');
    }),
    nodesOf('variable_assignment', null, isGlobalOfTheFile),
  ],
};

const isInATest = (node: Node, file: SourceFile): boolean => {
  const around = functionAround(node);
  return isBats(file) && around !== null && isTest(around);
};

/** A variable that the file gives at its top and a test changes for all. */
function isGlobalOfTheFile(node: Node, file: SourceFile): boolean {
  if (isBats(file)) return false;
  const outer = (node.parent()?.kind() as string) ?? '';
  if (!/^(?:compound_statement|list|do_group|if_statement)$/.test(outer) || !leaks(node, file)) return false;
  const name = node.namedChildren()[0]?.text() ?? '';
  const given = file.root
    .findAll({ rule: { kind: 'variable_assignment' } })
    .filter((one) => one.namedChildren()[0]?.text() === name);
  if (!given.some((one) => functionAround(one) === null)) return false;
  const hooks = [...hooksOf(file, SET_UP), ...hooksOf(file, TEAR_DOWN)];
  return !hooks.some((hook) => new RegExp(`(?:^|\\s)${name}=`).test(hook.text()));
}
