/** Whether the order of a slice is made certain, or does not matter, after it has been filled. */
import type { Node } from '../../syntax/parser.ts';
import { calleeOf, callsIn } from '../calls.ts';
import { isAfter } from '../undone.ts';
import { argumentsOf } from './around.ts';
import { usesOf } from './variables.ts';

const SORTS =
  '^(?:sort\\.\\w+|slices\\.(?:Sort\\w*|Contains\\w*)|\\w*[sS]ort\\w*|\\w+\\.(?:ElementsMatch|ContainElements|ConsistOf)|\\w+\\.\\w*Sort\\w*)$';

export function isSortedLater(name: string, after: Node, scope: Node): boolean {
  const sorts = callsIn(scope, SORTS).filter((call) => isAfter(call, after));
  if (sorts.some((call) => argumentsOf(call).some((argument) => usesOf(name, argument).length > 0))) return true;
  const uses = usesOf(name, scope).filter((use) => isAfter(use, after));
  return uses.every(isCounted);
}

/** Only its length is asked for, or whether something is in it. */
function isCounted(use: Node): boolean {
  const list = use.parent();
  const call = list?.is('argument_list') ? list.parent() : null;
  return (
    call !== null &&
    call !== undefined &&
    /(?:^|\.)(?:len|Len|Contains|NotContains|Empty|NotEmpty)$/.test(calleeOf(call))
  );
}
