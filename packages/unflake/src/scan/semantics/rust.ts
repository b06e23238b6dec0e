import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { callsIn } from './calls.ts';
import { isPolled } from './polled.ts';
import { functionAround, givenTo, isStepOfTest, unpacked } from './rust/around.ts';
import { isSharedWrite } from './rust/left-behind.ts';
import { isSeenInOrder } from './rust/seen-in-order.ts';
import { leaves, milliseconds, textOf } from './rust/variables.ts';
import type { Semantics } from './semantics.ts';

export const rust: Semantics = {
  ...BY_TEXT,
  functionAround,
  textOf,
  isStep: isStepOfTest,
  isRepeated: isPolled,
  millisecondsOf: milliseconds,
  becomesName: becomesAName,
  isReleased: (made, file, { methods }) => {
    const name = givenTo(unpacked(made))?.replace(/^mut /, '');
    if (name === undefined) return true;
    if (name === '' || name.startsWith('_')) return false;
    const scope = functionAround(made, file);
    return callsIn(scope, `^${name}(?:\\.\\w+\\(\\))?\\.(?:${methods})$`).length > 0 || leaves(name, scope);
  },
  isRestored: (change, file, again) =>
    callsIn(functionAround(change, file), again.source).some((call) => call.id() !== change.id()),
  isSharedWrite,
  isSeenInOrder,
};
