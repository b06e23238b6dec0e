import { nodes, type Rule } from '../rule.ts';
import { AMPERSAND, isBackground, isEnded, isTimer, STATEMENTS } from './background.ts';
import { commandOf } from './command.ts';
import { bats, batsFile, product, shunit } from './sample.ts';

export const threadLeftBehind: Rule = {
  id: 'shell/thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a process in the background that nobody ends',
  why: 'It goes on while other tests run, keeps its port and its files, and BATS may wait for it for ever.',
  fix: 'Keep `pid=$!`, and `kill "$pid"; wait "$pid"` in `teardown`; or `wait` for it in the test.',
  find: [
    ...STATEMENTS.map((kind) =>
      nodes(
        { rule: { kind } },
        (node, file) => isBackground(node) && !isTimer(node) && !isEnded(node, file),
        AMPERSAND,
      ),
    ),
    nodes(
      { rule: { kind: 'command', regex: '^coproc\\b' } },
      (node, file) => commandOf(node).name === 'coproc' && !isEnded(node, file),
    ),
  ],
  flags: [
    bats('work &', '[ -e done ]'),
    batsFile('setup() {', '  server --port 0 &', '}', '@test "shop" {', '  ping', '}'),
    shunit('work > log &', 'assertTrue "[ -s log ]"'),
    bats('coproc shop --watch', 'run shop status', '[ "$output" = on ]'),
  ],
  allows: [
    bats('work &', 'wait', '[ -e done ]'),
    batsFile(
      'setup() {',
      '  server --port 0 &',
      '  pid=$!',
      '}',
      'teardown() {',
      '  kill "$pid"',
      '}',
      '@test "shop" {',
      '  ping',
      '}',
    ),
    bats('run say "a & b"', '[ "$output" = "a & b" ]'),
    bats('work && [ -e done ]'),
    product('start() {', '  server &', '}'),
    { file: 'test/test_all.sh', text: "server &\npid=$!\ntrap 'kill $pid' EXIT\nping\n" },
  ],
};
