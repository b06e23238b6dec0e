import type { SourceFile } from '../../facts/source-file.ts';
import { LOOPS, looksOf, pauseOf } from '../../semantics/shell/polling.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const GENEROUS_SECONDS = 10;

export const shell: LanguageRule = {
  fix: 'Look for half a minute and more (it ends early all the same), and fail with a message when the time is over.',
  find: LOOPS.map((kind) => nodesOf(kind, null, isShort)),
};

function isShort(loop: Node, file: SourceFile): boolean {
  const pause = pauseOf(loop, file);
  const looks = pause === null ? null : looksOf(loop);
  return pause !== null && looks !== null && pause * looks < GENEROUS_SECONDS;
}
