/** Whether a sleep stands for waiting: of a length that is written down, once, in the test's own steps. */
import type { SourceFile } from '../facts/source-file.ts';
import type { Node } from '../syntax/parser.ts';
import { isDeferred, isRepeated } from './place.ts';
import { givenValue } from './written-text.ts';

export function isHopefulSleep(node: Node, length: string | undefined, file: SourceFile): boolean {
  if (length === undefined || isRepeated(node, file) || isDeferred(node, file)) return false;
  return /[1-9]/.test(givenValue(length, file));
}
