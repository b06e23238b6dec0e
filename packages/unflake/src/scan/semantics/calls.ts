/** Calls in grammars that name them alike: `call_expression` with a `function`. */
import type { Node } from '../syntax/parser.ts';

export const calleeOf = (call: Node): string => call.fieldText('function');

/** Calls inside a place by the text of what is called. */
export function callsIn(scope: Node, regex: string): readonly Node[] {
  return scope.findAll({ rule: { kind: 'call_expression', has: { field: 'function', regex } } });
}
