/** Calls in grammars that name them alike: with `arguments`, and as a `call_expression` with a `function`. */
import { named } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';

export const argumentsOf = (call: Node): readonly Node[] =>
  named(call.field('arguments')).filter((part) => !/comment$/.test(part.kind()));

export const calleeOf = (call: Node): string => call.fieldText('function');

/** Calls inside a place by the text of what is called. */
export const callsIn = (scope: Node, regex: string): readonly Node[] =>
  scope.findAll({ rule: { kind: 'call_expression', has: { field: 'function', regex } } });
