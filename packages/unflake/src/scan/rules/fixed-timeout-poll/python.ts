import type { SourceFile } from '../../facts/source-file.ts';
import { isPatched } from '../../semantics/python/frozen.ts';
import { deadlineOf, looksOf, pauseOf } from '../../semantics/python/polling.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_SECONDS = 10;

export const python: LanguageRule = {
  fix: 'Wait for the thing itself (`event.wait`, `thread.join`), or give the loop a limit of half a minute and more: it ends early all the same.',
  find: [nodesOf('for_statement', /sleep\(/, isShortPoll), nodesOf('while_statement', /sleep\(/, isShortPoll)],
};

function isShortPoll(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  if (pause === null || isPatched(loop, 'sleep')) return false;
  const looks = looksOf(loop, file);
  const seconds = looks === null ? (loop.is('while_statement') ? deadlineOf(loop, file) : null) : looks * pause;
  return seconds !== null && seconds < GENEROUS_SECONDS;
}
