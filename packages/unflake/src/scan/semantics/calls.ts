/** Calls in grammars that name them alike: with `arguments`, and as a `call_expression` with a `function`. */
import { named } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';

export const argumentsOf = (call: Node): readonly Node[] =>
  named(call.field('arguments')).filter((part) => !/comment$/.test(part.kind()));

export const calleeOf = (call: Node | null): string => call?.fieldText('function') ?? '';

/** The call that something is an argument of. */
export function callWith(argument: Node | null): Node | null {
  const list = argument?.parent();
  return list != null && /^argument(?:s|_list)$/.test(list.kind()) ? list.parent() : null;
}

/** Nobody takes what it returns. */
export const isDiscarded = (call: Node): boolean => call.parent()?.is('expression_statement') === true;

/** Calls inside a place by the text of what is called. */
export const callsIn = (scope: Node, regex: string): readonly Node[] =>
  scope.findAll({ rule: { kind: 'call_expression', has: { field: 'function', regex } } });
