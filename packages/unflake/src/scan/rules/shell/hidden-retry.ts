import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { commandOf, commandsIn } from './command.ts';
import { looksOf } from './polling.ts';
import { bats, batsFile, product } from './sample.ts';

export const hiddenRetry: Rule = {
  id: 'shell/hidden-retry',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'tries again until it passes',
  why: 'A failure that goes away on the second try is still a failure: nobody sees it, and it grows.',
  fix: 'Find what it waits for and wait for that; quarantine the test with an owner and a date while you do.',
  find: [
    nodes({ rule: { kind: 'variable_assignment', regex: '^BATS_TEST_RETRIES=["\']?[1-9]' } }),
    nodes(
      { rule: { kind: 'command', regex: '\\b(?:retry|rerun|flaky)' } },
      (node, file) =>
        /^(?:retry|rerun|flaky)(?:_\w+)?$/.test(commandOf(node).name) &&
        !commandOf(node).isRun &&
        file.isForTests(node),
    ),
    nodes({ rule: { kind: 'for_statement' } }, isRetryLoop),
    nodes({ rule: { kind: 'c_style_for_statement' } }, isRetryLoop),
  ],
  flags: [
    batsFile('BATS_TEST_RETRIES=3', '@test "shop" {', '  shop', '}'),
    bats('retry 3 shop check'),
    bats('for try in 1 2 3; do', '  shop check && break', 'done'),
    bats('for try in {1..5}; do', '  if shop check; then break; fi', 'done'),
  ],
  allows: [
    batsFile('BATS_TEST_RETRIES=0', '@test "shop" {', '  shop', '}'),
    bats('for i in 1 2 3; do', '  shop tick "$i"', 'done'),
    bats('for i in 1 2 3; do', '  ready && break', '  sleep 20', 'done', 'ready'),
    bats('for name in a b c; do', '  [ "$name" = b ] && break', 'done', '[ "$name" = b ]'),
    product('call() {', '  retry 3 shop check', '}'),
    bats('run shop --retry 3', '[ "$status" -eq 0 ]'),
  ],
};

/** Runs the same thing again and leaves at the first success, without a pause: what it does does not depend on the turn. */
function isRetryLoop(loop: Node, file: SourceFile): boolean {
  if (looksOf(loop) === null) return false;
  const commands = commandsIn(loop, file);
  if (!commands.some(({ name }) => name === 'break') || commands.some(({ name }) => name === 'sleep')) return false;
  const variable = loop.field('variable')?.text() ?? '';
  const body = loop.field('body')?.text() ?? '';
  return variable === '' || !new RegExp(`\\$\\{?${variable}\\b`).test(body);
}
