import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { commandOf, functionAround, hooksOf, isBats, isTest, SET_UP, TEAR_DOWN } from './command.ts';
import { leaks } from './put-back.ts';
import { bats, batsFile, script } from './sample.ts';

/** Folders of BATS that outlive one test. */
const SHARED = /^["']?\$\{?BATS_(?:FILE|SUITE|RUN)_TMPDIR\b/;
const WRITES = /^(?:touch|cp|mv|tee|mkdir|rm|ln|install|truncate|dd)$/;

export const sharedMutableState: Rule = {
  id: 'shell/shared-mutable-state',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'writes what other tests read',
  why: 'What one test puts there, the next one finds: the outcome depends on which ran before.',
  fix: 'Write below `$BATS_TEST_TMPDIR`, declare variables `local`, or give them anew in `setUp`.',
  find: [
    nodes(
      { rule: { kind: 'file_redirect', regex: 'BATS_(?:FILE|SUITE|RUN)_TMPDIR' } },
      (node, file) =>
        /^\d*>/.test(node.text()) && isInATest(node, file) && SHARED.test(node.field('destination')?.text() ?? ''),
    ),
    nodes({ rule: { kind: 'command', regex: 'BATS_(?:FILE|SUITE|RUN)_TMPDIR' } }, (node, file) => {
      const { name, args } = commandOf(node);
      return WRITES.test(name) && isInATest(node, file) && SHARED.test(args.at(-1)?.text() ?? '');
    }),
    nodes({ rule: { kind: 'variable_assignment' } }, isGlobalOfTheFile),
  ],
  flags: [
    bats('echo one > "$BATS_FILE_TMPDIR/queue"', 'run queue', '[ "$output" = one ]'),
    bats('touch "$BATS_SUITE_TMPDIR/last"', '[ "$(last)" = x ]'),
    {
      file: 'test/test_shop.sh',
      text: 'COUNT=0\ntestShop() {\n  COUNT=$((COUNT + 1))\n  assertEquals 1 "$COUNT"\n}\n',
    },
    { file: 'test/test_shop.sh', text: 'LOG=""\ntestShop() {\n  LOG="$LOG a"\n  assertEquals " a" "$LOG"\n}\n' },
  ],
  allows: [
    bats('echo one > "$BATS_TEST_TMPDIR/queue"', 'run queue', '[ "$output" = one ]'),
    batsFile(
      'setup_file() {',
      '  echo one > "$BATS_FILE_TMPDIR/queue"',
      '}',
      '@test "shop" {',
      '  cat "$BATS_FILE_TMPDIR/queue"',
      '}',
    ),
    {
      file: 'test/test_shop.sh',
      text: 'COUNT=0\nsetUp() {\n  COUNT=0\n}\ntestShop() {\n  COUNT=$((COUNT + 1))\n  assertEquals 1 "$COUNT"\n}\n',
    },
    { file: 'test/test_shop.sh', text: 'COUNT=0\ntestShop() {\n  local COUNT=1\n  assertEquals 1 "$COUNT"\n}\n' },
    { file: 'test/test_shop.sh', text: 'testShop() {\n  total=1\n  assertEquals 1 "$total"\n}\n' },
    script('COUNT=0', 'COUNT=$((COUNT + 1))'),
    batsFile('COUNT=0', '@test "shop" {', '  COUNT=1', '  [ "$COUNT" = 1 ]', '}'),
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
