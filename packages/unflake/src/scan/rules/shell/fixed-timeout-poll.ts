import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { LOOPS, looksOf, pauseOf } from './polling.ts';

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
};

function isShort(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  const looks = pause === null ? null : looksOf(loop);
  return pause !== null && looks !== null && pause * looks < GENEROUS_SECONDS;
}
