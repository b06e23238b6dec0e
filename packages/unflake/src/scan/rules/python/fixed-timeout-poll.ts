import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { isPatched } from './frozen.ts';
import { deadlineOf, looksOf, pauseOf } from './polling.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_SECONDS = 10;

export const fixedTimeoutPoll: Rule = {
  id: 'python/fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'looks for a few seconds at most and goes on',
  why: 'What takes milliseconds on an idle machine may take longer than this on a busy one; then the next assertion fails.',
  fix: 'Wait for the thing itself (`event.wait`, `thread.join`), or give the loop a limit of half a minute and more: it ends early all the same.',
  find: [
    nodes({ rule: { kind: 'for_statement', regex: 'sleep\\(' } }, isShortPoll),
    nodes({ rule: { kind: 'while_statement', regex: 'sleep\\(' } }, isShortPoll),
  ],
};

function isShortPoll(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  if (pause === null || isPatched(loop, 'sleep')) return false;
  const looks = looksOf(loop, file);
  const seconds = looks === null ? (loop.is('while_statement') ? deadlineOf(loop, file) : null) : looks * pause;
  return seconds !== null && seconds < GENEROUS_SECONDS;
}
