import { nearest, outwards } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import type { Semantics } from './semantics.ts';
import { scopeAround } from './shell/command.ts';
import { isPutBack, isSharedWrite, leaks } from './shell/left-behind.ts';
import { isSeenInOrder } from './shell/seen-in-order.ts';
import { isBackground, isEnded, LOOPS } from './shell/timing.ts';

export const shell: Semantics = {
  ...BY_TEXT,
  functionAround: scopeAround,
  isStep: (place) =>
    nearest(place, ['subshell', 'command_substitution', 'if_statement']) === null &&
    !isBackground(place) &&
    !isInBackgroundBlock(place),
  isRepeated: (place) => nearest(place, [...LOOPS]) !== null,
  isComputed: () => false,
  becomesName: (place, file) => {
    for (const above of outwards(place)) {
      // What lies in a folder of the test's own is its own.
      if (/^(?:string|concatenation)$/.test(above.kind()) && /TMPDIR/.test(above.text())) return false;
      if (above.is('file_redirect') || /^["']?\/(?:tmp|var\/tmp|dev\/shm)\//.test(above.text())) return true;
      if (!/^(?:string|concatenation|command_substitution)$/.test(above.kind())) break;
    }
    return becomesAName(place, file);
  },
  isReleased: isEnded,
  isRestored: (change, file, again) => !leaks(change, file) || isPutBack(change, file, again),
  isSharedWrite,
  isSeenInOrder,
};

function isInBackgroundBlock(node: Node): boolean {
  const block = nearest(node, ['compound_statement']);
  return block !== null && isBackground(block);
}
