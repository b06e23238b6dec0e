/** Answers that are read off the text, for languages whose trees nobody asks yet. */
import { assertsNothing } from './asserts-nothing.ts';
import { isAssignedId } from './assigned-id.ts';
import { becomesNameByText } from './name-by-text.ts';
import { functionOf, isDeferred, isReleasedByText, isRepeated, isRestoredByText } from './place.ts';
import { isSeenInOrder } from './seen-order.ts';
import type { Semantics } from './semantics.ts';
import { givenValue, isComputed, numberIn, unquoted } from './written-text.ts';

export const BY_TEXT: Semantics = {
  functionAround: functionOf,
  textOf: (value, file) => (value === undefined ? null : unquoted(givenValue(value.text(), file))),
  numberOf: (value, file) => numberIn(value?.text(), file),
  isStep: (place, file) => !isDeferred(place, file),
  isRepeated,
  millisecondsOf: () => null,
  isComputed: (value, file) => isComputed(value.text(), file),
  becomesName: becomesNameByText,
  isReleased: isReleasedByText,
  isRestored: isRestoredByText,
  isAssignedId,
  isSeenInOrder,
  isSharedWrite: () => false,
  assertsNothing,
  clockIsFaked: () => false,
};
