import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { LOOPS, looksOf, pauseOf } from './polling.ts';
import { bats, product } from './sample.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_SECONDS = 10;

export const fixedTimeoutPoll: Rule = {
  id: 'shell/fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'looks for a few seconds at most and goes on',
  why: 'What takes milliseconds on an idle machine may take longer than this on a busy one; then the next check fails.',
  fix: 'Look for half a minute and more (it ends early all the same), and fail with a message when the time is over.',
  find: LOOPS.map((kind) => nodes({ rule: { kind } }, isShort)),
  flags: [
    bats('for i in 1 2 3; do', '  ready && break', '  sleep 0.5', 'done', 'ready'),
    bats('for i in {1..20}; do', '  ready && break', '  sleep 0.1', 'done', 'ready'),
    bats('for ((i = 0; i < 10; i++)); do', '  ready && break', '  sleep 0.1', 'done', 'ready'),
    bats('n=0', 'while [ "$n" -lt 10 ]; do', '  ready && break', '  sleep 0.1', '  n=$((n + 1))', 'done', 'ready'),
  ],
  allows: [
    bats('until ready; do sleep 0.1; done'),
    bats('for i in $(seq 1 600); do', '  ready && break', '  sleep 0.1', 'done', 'ready'),
    bats('for i in 1 2 3; do tick "$i"; done', '[ "$(ticks)" -eq 3 ]'),
    product('poll() {', '  for i in 1 2 3; do sleep 1; done', '}'),
  ],
};

function isShort(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  const looks = pause === null ? null : looksOf(loop);
  return pause !== null && looks !== null && pause * looks < GENEROUS_SECONDS;
}
