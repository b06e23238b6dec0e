/** Whether a listing of Rust is looked at in the order in which it came. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { functionAround } from './around.ts';
import { givenTo, unpacked, wholeOf } from './chains.ts';
import { isChainObserved, isLoopObserved } from './observed-order.ts';
import { usesOf } from './variables.ts';

export function isSeenInOrder(listing: Node, file: SourceFile): boolean {
  const whole = wholeOf(listing);
  const loop = whole.parent();
  if (loop?.is('for_expression')) return !/\.sort_by/.test(whole.text()) && isLoopObserved(loop, file);
  if (isChainObserved(listing, file)) return true;
  const name = givenTo(unpacked(listing))?.replace(/^mut /, '');
  if (name === undefined || name === '') return false;
  return usesOf(name, functionAround(listing, file)).some((use) => {
    const around = nearest(use, ['for_expression', 'block']);
    return around?.is('for_expression') ? isLoopObserved(around, file) : isChainObserved(use, file);
  });
}
