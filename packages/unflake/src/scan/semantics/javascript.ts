import { assertsNothing } from './asserts-nothing.ts';
import { isAssignedId } from './assigned-id.ts';
import { becomesAName } from './becomes-a-name.ts';
import { holderOf } from './held.ts';
import { functionAround, givenTo, hookAround, isHookBody, isTestBody, putsBack } from './javascript/around.ts';
import { initialOf, numberOf, textOf } from './javascript/constants.ts';
import { letGo } from './javascript/held.ts';
import { isSeenInOrder } from './javascript/seen-in-order.ts';
import { isSharedWrite } from './javascript/shared-writes.ts';
import { hasFakeClock, loopAround } from './javascript/timing.ts';
import type { Semantics } from './semantics.ts';
import { isAfter, isAround, testNode, undone, whole } from './undone.ts';
import { isComputed } from './written-text.ts';

export const javascript: Semantics = {
  functionAround: (place, file) => functionAround(place) ?? file.root,
  textOf,
  numberOf,
  /** A step of the test itself, of a hook or of a helper that tests await; a stub that takes its time is none. */
  isStep: (place, file) => {
    const fn = functionAround(place);
    if (fn === null || isTestBody(fn, file)) return true;
    const role = givenTo(fn);
    if (role !== null && /(?:^|\.)(?:act|step|waitFor|test)$/.test(role)) return true;
    if (isHookBody(fn)) return true;
    if (testNode(place, file) !== null || role !== null) return false;
    return (
      !/\breturn\s+[^;\s]/.test(fn.fieldText('body')) &&
      !/^(?:fake|stub|mock|slow)/i.test(fn.fieldText('name')) &&
      !fn.parent()?.is('pair')
    );
  },
  isRepeated: (place) => loopAround(place) !== null,
  millisecondsOf: numberOf,
  isComputed: (value, file) => isComputed((initialOf(value, file) ?? value).text(), file),
  becomesName: becomesAName,
  isReleased: (made, file, { methods, functions }) => {
    const holder = holderOf(made);
    if (holder.kind !== 'name') return holder.kind === 'elsewhere';
    return letGo(made, holder.name, file, whole(methods), functions === undefined ? undefined : whole(functions));
  },
  isRestored: (change, file, again) => {
    const isStep = testNode(change, file) !== null || hookAround(change) !== null;
    if (!isStep || putsBack(change)) return true;
    const undo = ['assignment_expression, unary_expression, call_expression', again.source] as const;
    return undone(
      change,
      file,
      undo,
      (other) =>
        !isAround(other, change) &&
        (isAfter(other, change) || putsBack(other) || /Each$/.test(hookAround(other) ?? '')),
    );
  },
  isSharedWrite,
  assertsNothing,
  isAssignedId,
  isSeenInOrder,
  clockIsFaked: (_, file) => hasFakeClock(file),
};
