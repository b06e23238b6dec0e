import type { Node } from '../syntax/parser.ts';
import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { holderOf } from './held.ts';
import { calledName, isDeferred, isStep, methodAround, putsBack } from './java/around.ts';
import { isSharedWrite, letGo } from './java/left-behind.ts';
import { initialOf, isAssignedId, numberOf, textOf } from './java/literals.ts';
import { isSeenInOrder } from './java/seen-in-order.ts';
import { millisecondsOf } from './java/timing.ts';
import type { Semantics } from './semantics.ts';
import { undone, whole } from './undone.ts';
import { isComputed } from './written-text.ts';

const MAKES_TEXT =
  /^(?:of|get|valueOf|toString|format|formatted|concat|join|resolve|append|String|File|Path|StringBuilder|replace|substring|toHexString|toEpochMilli|abs|create|URI|getName|hash)$/;
const TAKES =
  /^(?:File|FileWriter|FileOutputStream|FileReader|RandomAccessFile|PrintWriter|newFile|newFolder|createDirectories|getConnection|setName|createTopic|createIndex|createTable|createBucket|setTableName|subscribe)$/;

export const java: Semantics = {
  ...BY_TEXT,
  functionAround: (place, file) => methodAround(place) ?? file.root,
  textOf,
  numberOf,
  isStep: (place) => !isDeferred(place),
  millisecondsOf,
  isComputed: (value, file) => isComputed((initialOf(value, file) ?? value).text(), file),
  becomesName: (place, file) => becomesAName(place, file, MAKES_TEXT) || isGivenAsName(place),
  isReleased: (made, file, { methods }) => {
    const holder = holderOf(made);
    return holder.kind === 'name' ? letGo(made, holder.name, file, whole(methods)) : holder.kind !== 'nobody';
  },
  isRestored: (change, file, again, guards) =>
    !isStep(change, file) ||
    putsBack(change) ||
    guards?.test(file.text) === true ||
    undone(change, file, { rule: { kind: 'method_invocation', regex: again.source } }),
  isSharedWrite,
  isAssignedId,
  isSeenInOrder,
};

/** Through what makes text of it into a call that takes a name. */
function isGivenAsName(value: Node): boolean {
  let inner = value;
  for (let outer = value.parent(); outer !== null; outer = outer.parent()) {
    const kind = outer.kind();
    if (/^(?:method_invocation|object_creation_expression)$/.test(kind) && inner.is('argument_list')) {
      if (TAKES.test(calledName(outer))) return /["]/.test(inner.text());
      if (!MAKES_TEXT.test(calledName(outer))) return false;
    } else if (!/^(?:argument_list|binary_expression|parenthesized_expression|method_invocation)$/.test(kind))
      return false;
    inner = outer;
  }
  return false;
}
