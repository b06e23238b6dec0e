import { nearest } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { functionAround, isFrozen, isRunByTheRunner, nameOf, scopeAround } from './python/around.ts';
import { fateOf, isLetGo, isStarted } from './python/fate.ts';
import { isPutBack } from './python/put-back.ts';
import { seenInOrder } from './python/seen-in-order.ts';
import { isSharedWrite } from './python/shared-writes.ts';
import { beginningOf, numberOf } from './python/values.ts';
import type { Semantics } from './semantics.ts';
import { whole } from './undone.ts';

const WAITS = /wait|settle|pause|sync|start|boot|ready|until|flush/i;

export const python: Semantics = {
  ...BY_TEXT,
  functionAround: scopeAround,
  textOf: (value, file) => beginningOf(value ?? null, file),
  numberOf,
  /** In what the runner calls, or in a function that is named for waiting; others only play slow. */
  isStep: (place, file) => {
    const around = functionAround(place);
    if (around === null || nearest(place, ['lambda']) !== null) return false;
    return isRunByTheRunner(around, file) || (functionAround(around) === null && WAITS.test(nameOf(around)));
  },
  becomesName: (place, file) => becomesAName(place, file) && !saysWhoRuns(place),
  isReleased: (made, file, { methods, onceStarted }) => {
    const around = functionAround(made);
    if (around === null) return true;
    const fate = fateOf(made, file);
    if (fate.kind === 'chained') return onceStarted ? fate.method !== 'start' : whole(methods).test(fate.method);
    if (fate.kind === 'dropped') return onceStarted === true;
    if (fate.kind !== 'kept') return true;
    // A class of its own may live as long as it likes; only what the runner calls has an end.
    if (fate.names.some((name) => name.startsWith('self.')) && !isRunByTheRunner(around, file)) return true;
    return (onceStarted && !isStarted(fate)) || isLetGo(fate, whole(methods));
  },
  isRestored: (node, file, restores, guards = /(?!)/) => isPutBack({ node, file, restores, guards }),
  isSharedWrite,
  isSeenInOrder: (listing, file) => seenInOrder(listing, 'row', file) !== null,
  clockIsFaked: isFrozen,
};

/** `{"thread_id": get_ident()}` reports the number and names nothing by it. */
function saysWhoRuns(node: Node): boolean {
  const outer = node.parent();
  const target = outer?.field('key') ?? outer?.field('left') ?? outer?.field('name');
  return target != null && /(?:thread|process|pid)/i.test(target.text()) && !/name|path|file|dir/i.test(target.text());
}
