import type { Node, SourceFile } from '../facts/source-file.ts';
import { nearest } from '../syntax/node.ts';
import { becomesAName } from './becomes-a-name.ts';
import { BY_TEXT } from './by-text.ts';
import { callsIn } from './calls.ts';
import { functionAround, givenTo, isStepOfTest, methodOf, unpacked } from './rust/around.ts';
import { isSharedWrite } from './rust/left-behind.ts';
import { isSeenInOrder } from './rust/seen-in-order.ts';
import { isPolling } from './rust/timing.ts';
import { initialOf, isAssignedId, leaves, milliseconds, textOf } from './rust/variables.ts';
import type { Semantics } from './semantics.ts';
import { COMPUTES } from './written-places.ts';

/** Calls that make their result out of what they are given. */
const BUILDS =
  /(?:^|[.:])(?:formatǃ|join|to_string|from|new|push_str|with_file_name|with_extension|Some|Ok|encode|digest|String|PathBuf|hash)$/;
const LOOPS = ['for_expression', 'while_expression', 'loop_expression'];

export const rust: Semantics = {
  ...BY_TEXT,
  functionAround,
  textOf,
  isStep: isStepOfTest,
  isRepeated: (place) => {
    const loop = nearest(place, [...LOOPS, 'closure_expression', 'function_item']);
    return loop !== null && LOOPS.includes(loop.kind()) && isPolling(loop);
  },
  millisecondsOf: milliseconds,
  isComputed,
  becomesName: (place, file) => becomesAName(place, file, BUILDS),
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
  isAssignedId,
  isSeenInOrder,
};

const MATH = /^(?:sqrt|powi|powf|sin|cos|tan|exp|ln|log10|log2|hypot|cbrt|mul_add|to_radians|to_degrees|sum|product)$/;

/** Arithmetic, or a call that by its name computes; also behind one variable. */
function isComputed(value: Node, file: SourceFile): boolean {
  if (value.is('identifier')) {
    const given = initialOf(value.text(), functionAround(value, file), file.root);
    return given !== null && !given.is('identifier') && isComputed(given, file);
  }
  if (value.is('binary_expression')) return /^[*/+-]$/.test(value.fieldText('operator'));
  if (!value.is('call_expression')) return false;
  const method = methodOf(value);
  const on = value.field('function')?.field('value');
  if (/^(?:unwrap|expect|clone|into)$/.test(method)) return on != null && isComputed(on, file);
  return MATH.test(method) || COMPUTES.test(method);
}
