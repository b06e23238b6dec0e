import { nearest } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { becomesAName } from './becomes-a-name.ts';
import { functionAround, isRunByTheRunner, nameOf, scopeAround } from './python/around.ts';
import { isComputed } from './python/computed.ts';
import { isFrozen } from './python/frozen.ts';
import { beginningOf, numberOf } from './python/values.ts';
import type { Semantics } from './semantics.ts';

const WAITS = /wait|settle|pause|sync|start|boot|ready|until|flush/i;

export const python: Semantics = {
  functionAround: scopeAround,
  textOf: (value, file) => beginningOf(value ?? null, file),
  numberOf,
  /** In what the runner calls, or in a function that is named for waiting; others only play slow. */
  isStep: (place, file) => {
    const around = functionAround(place);
    if (around === null || nearest(place, ['lambda']) !== null) return false;
    return isRunByTheRunner(around, file) || (functionAround(around) === null && WAITS.test(nameOf(around)));
  },
  isRepeated: (place) => nearest(place, ['while_statement', 'for_statement']) !== null,
  isComputed: (value, file) => isComputed(value, file, 'somehow'),
  becomesName: (place, file) => becomesAName(place, file) && !saysWhoRuns(place),
  clockIsFaked: isFrozen,
};

/** `{"thread_id": get_ident()}` reports the number and names nothing by it. */
function saysWhoRuns(node: Node): boolean {
  const outer = node.parent();
  const target = outer?.field('key') ?? outer?.field('left') ?? outer?.field('name');
  return target != null && /(?:thread|process|pid)/i.test(target.text()) && !/name|path|file|dir/i.test(target.text());
}
