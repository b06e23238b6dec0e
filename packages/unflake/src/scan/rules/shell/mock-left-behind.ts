import { nodes, type Rule } from '../rule.ts';
import { nameOf } from './command.ts';
import { isPutBack, leaks } from './put-back.ts';
import { bats, batsFile, shunit } from './sample.ts';

export const mockLeftBehind: Rule = {
  id: 'shell/mock-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'replaces a command for all later tests',
  why: 'The tests of this file run in one process: those that come after call the double in place of the command.',
  fix: 'Take it back with `unset -f curl` in `tearDown`, or define it in a subshell.',
  find: [
    nodes(
      { rule: { kind: 'function_definition' } },
      (node, file) =>
        leaks(node, file) && !isPutBack(node, file, new RegExp(`\\bunset\\s+-f\\b[^\\n]*\\b${nameOf(node)}\\b`)),
    ),
    nodes(
      { rule: { kind: 'command', regex: '^alias\\b' } },
      (node, file) => leaks(node, file) && !isPutBack(node, file, /\bunalias\b/),
    ),
  ],
  flags: [
    shunit("curl() { echo '{}'; }", 'assertEquals "" "$(app sync)"'),
    shunit('git() { return 1; }', 'assertFalse "app fetch"'),
    shunit('function date { echo 0; }', 'assertEquals 0 "$(app now)"'),
    shunit('alias ls="ls -1"', 'assertTrue "app list"'),
  ],
  allows: [
    bats("curl() { echo '{}'; }", 'export -f curl', 'run app sync', '[ "$status" -eq 0 ]'),
    shunit("curl() { echo '{}'; }", 'assertEquals "" "$(app sync)"', 'unset -f curl'),
    {
      file: 'test/test_shop.sh',
      text: 'tearDown() {\n  unset -f curl\n}\ntestShop() {\n  curl() { echo 1; }\n  assertTrue app\n}\n',
    },
    batsFile('helper() { echo 1; }', '@test "shop" {', '  [ "$(helper)" = 1 ]', '}'),
    shunit('( curl() { echo 1; }; app sync )', 'assertTrue app'),
  ],
};
