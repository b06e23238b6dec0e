import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { holderOf } from './held.ts';
import { isDeferred, isStep, methodAround, putsBack } from './java/around.ts';
import { isSharedWrite, letGo } from './java/left-behind.ts';
import { initialOf, numberOf, textOf } from './java/literals.ts';
import { millisecondsOf } from './java/timing.ts';
import type { Semantics } from './semantics.ts';
import { undone, whole } from './undone.ts';
import { isComputed } from './written-text.ts';

export const java: Semantics = {
  ...BY_TEXT,
  functionAround: (place, file) => methodAround(place) ?? file.root,
  textOf,
  numberOf,
  isStep: (place) => !isDeferred(place),
  millisecondsOf,
  isComputed: (value, file) => isComputed((initialOf(value, file) ?? value).text(), file),
  becomesName: becomesAName,
  isReleased: (made, file, { methods }) => {
    const holder = holderOf(made);
    return holder.kind === 'name' ? letGo(made, holder.name, file, whole(methods)) : holder.kind !== 'nobody';
  },
  isRestored: (change, file, again, guards) =>
    !isStep(change, file) ||
    putsBack(change) ||
    guards?.test(file.text) === true ||
    undone(change, file, ['method_invocation', again.source]),
  isSharedWrite,
};
