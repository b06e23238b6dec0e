import type { Node, SourceFile } from '../facts/source-file.ts';
import { nearest } from '../syntax/node.ts';
import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { calleeOf, callsIn } from './calls.ts';
import { functionAround, isAtTheEnd, isMain, isOnlyShown, isRunByTest } from './go/around.ts';
import { isSharedWrite } from './go/left-behind.ts';
import { isSeenInOrder } from './go/seen-in-order.ts';
import { isPolling, onlyMeasures } from './go/timing.ts';
import { declared, givenTo, hasMethod, isAssignedId, leaves, milliseconds, textOf } from './go/variables.ts';
import type { Semantics } from './semantics.ts';
import { COMPUTES } from './written-places.ts';

/** Calls that make their result out of what they are given. */
const BUILDS =
  /(?:^|\.)(?:Sprint(?:f|ln)?|Join|Itoa|Format(?:Int|Uint|Float)?|string|u?int(?:32|64)?|byte|EncodeToString|Sum(?:256)?|ReplaceAll|Replace|ToLower|ToUpper|Trim\w*|JoinHostPort|JoinPath)$/;

export const go: Semantics = {
  ...BY_TEXT,
  functionAround,
  textOf: (value, file) => (value === undefined ? null : textOf(value, functionAround(value, file), file.root)),
  isStep: isRunByTest,
  isRepeated: (place) => {
    const loop = nearest(place, ['for_statement', 'func_literal', 'function_declaration', 'method_declaration']);
    return loop?.is('for_statement') === true && isPolling(loop);
  },
  millisecondsOf: milliseconds,
  isComputed,
  becomesName: (place, file) => becomesAName(place, file, BUILDS),
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
  isAssignedId,
  isSeenInOrder,
  /** Go keeps a monotonic reading with the time, so that measuring is safe. */
  clockIsFaked: onlyMeasures,
};

/** Arithmetic, or a call that by its name computes; also behind one variable. */
function isComputed(value: Node, file: SourceFile): boolean {
  if (value.is('identifier')) {
    const given = declared(value.text(), functionAround(value, file));
    return given !== null && !given.is('identifier') && isComputed(given, file);
  }
  if (value.is('binary_expression')) return /[*/+-]/.test(value.fieldText('operator'));
  if (value.is('call_expression')) return /^math\./.test(calleeOf(value)) || COMPUTES.test(calleeOf(value));
  return value.is('selector_expression') && /\.(?:Mean|Average|Variance|StdDev|Ratio|Rate)$/.test(value.text());
}
