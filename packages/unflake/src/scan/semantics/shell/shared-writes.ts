/** Writes by a test to what outlives it, in shells. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { commandOf, functionAround, hooksOf, isBats, isTest, SET_UP, TEAR_DOWN } from './command.ts';
import { leaks } from './put-back.ts';

/** Folders of BATS that outlive one test. */
const SHARED = /^["']?\$\{?BATS_(?:FILE|SUITE|RUN)_TMPDIR\b/;
const WRITES = /^(?:touch|cp|mv|tee|mkdir|rm|ln|install|truncate|dd)$/;

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

export function isSharedWrite(write: Node, file: SourceFile): boolean {
  if (write.is('variable_assignment')) return isGlobalOfTheFile(write, file);
  if (!isInATest(write, file)) return false;
  if (write.is('file_redirect'))
    return /^\d*>/.test(write.text()) && SHARED.test(write.field('destination')?.text() ?? '');
  const { name, args } = commandOf(write);
  return WRITES.test(name) && SHARED.test(args.at(-1)?.text() ?? '');
}
