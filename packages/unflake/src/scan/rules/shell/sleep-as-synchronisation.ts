import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { isBackground } from './background.ts';
import { commandOf, isOwn } from './command.ts';
import { bats, batsFile, product, script } from './sample.ts';

export const sleepAsSynchronisation: Rule = {
  id: 'shell/sleep-as-synchronisation',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'sleeps and hopes that something has happened meanwhile',
  why: 'On a busy machine the time is too short; on every other it is wasted.',
  fix: 'Wait for the condition: `wait "$pid"`, or `until condition; do sleep 0.1; done` with a generous limit.',
  find: [nodes({ rule: { kind: 'command', regex: '^sleep\\b' } }, isAWait)],
  flags: [
    bats('start', 'sleep 1', '[ -e ready ]'),
    batsFile('setup() {', '  start', '  sleep 0.5', '}'),
    script('start', 'sleep 3', 'grep -q ready log'),
    bats('start', 'sleep "$DELAY"', '[ -e ready ]'),
  ],
  allows: [
    bats('until [ -e ready ]; do sleep 0.1; done', '[ -s ready ]'),
    bats('run timeout 1 sleep 30', '[ "$status" -eq 124 ]'),
    bats('sleep 60 &', 'pid=$!', 'kill "$pid"', '[ -n "$pid" ]'),
    product('back_off() {', '  sleep 1', '}'),
    bats('(sleep 5; stop) &', 'kill $!', '[ -e ready ]'),
  ],
};

function isAWait(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (name !== 'sleep' || isOwn('sleep', file) || words[0] === undefined || /^0+$/.test(words[0])) return false;
  if (isBackground(node)) return false;
  return (
    nearest(node, [
      'while_statement',
      'for_statement',
      'c_style_for_statement',
      'subshell',
      'command_substitution',
      'if_statement',
    ]) === null && !isInBackgroundBlock(node)
  );
}

function isInBackgroundBlock(node: Node): boolean {
  const block = nearest(node, ['compound_statement']);
  return block !== null && isBackground(block);
}
