import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { callsIn } from './calls.ts';
import { functionAround, isAtTheEnd, isMain, isOnlyShown, isRunByTest } from './go/around.ts';
import { isSharedWrite } from './go/left-behind.ts';
import { isSeenInOrder } from './go/seen-in-order.ts';
import { onlyMeasures } from './go/timing.ts';
import { givenTo, hasMethod, leaves, milliseconds, textOf } from './go/variables.ts';
import { isPolled } from './polled.ts';
import type { Semantics } from './semantics.ts';

export const go: Semantics = {
  ...BY_TEXT,
  functionAround,
  textOf: (value, file) => (value === undefined ? null : textOf(value, functionAround(value, file), file.root)),
  isStep: isRunByTest,
  isRepeated: isPolled,
  millisecondsOf: milliseconds,
  becomesName: becomesAName,
  isReleased: (made, file, { methods }) => {
    const name = givenTo(made)?.[0];
    if (name === undefined || name === '_' || name.includes('.')) return true;
    const scope = functionAround(made, file);
    return scope.is('source_file') || hasMethod(name, methods, scope) || leaves(name, scope);
  },
  isRestored: (change, file, again) => {
    if (isMain(change) || isOnlyShown(change) || isAtTheEnd(change)) return true;
    const calls = callsIn(functionAround(change, file), again.source).filter((call) => call.id() !== change.id());
    return calls.some(isAtTheEnd);
  },
  isSharedWrite,
  isSeenInOrder,
  /** Go keeps a monotonic reading with the time, so that measuring is safe. */
  clockIsFaked: onlyMeasures,
};
