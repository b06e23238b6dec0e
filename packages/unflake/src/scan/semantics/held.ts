/** Who holds what a call has opened or started, in grammars that call it a declarator or an assignment. */
import type { Node } from '../facts/source-file.ts';
import { outwards } from '../syntax/node.ts';

/** `elsewhere`: returned, handed to another call, kept in an object: not ours to follow. `closing`: a resource of a try statement. */
export type Holder =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'nobody' | 'elsewhere' | 'closing' };

/** `await`, brackets and type assertions around a value mean the value. */
const MEANS_THE_SAME =
  /^(?:await_expression|parenthesized_expression|as_expression|non_null_expression|satisfies_expression|cast_expression)$/;

export function unwrapped(node: Node): Node {
  const inner = MEANS_THE_SAME.test(node.kind()) ? node.namedChildren()[0] : undefined;
  return inner === undefined ? node : unwrapped(inner);
}

export function wrapped(node: Node): Node {
  const outer = node.parent();
  return outer !== null && MEANS_THE_SAME.test(outer.kind()) ? wrapped(outer) : node;
}

/** Methods that return what they are called on are followed. */
export function holderOf(call: Node): Holder {
  let value = call;
  for (const outer of outwards(call)) {
    if (!MEANS_THE_SAME.test(outer.kind()) && !isCalledOn(outer, value)) break;
    value = outer;
  }
  const outer = value.parent();
  if (outer === null || outer.is('expression_statement')) return { kind: 'nobody' };
  if (outer.is('resource')) return { kind: 'closing' };
  const field = outer.is('variable_declarator') ? 'name' : outer.is('assignment_expression') ? 'left' : null;
  const name = field === null ? undefined : /[\w$#]+$/.exec(outer.fieldText(field))?.[0];
  return name === undefined ? { kind: 'elsewhere' } : { kind: 'name', name };
}

/** `value.method`, and then the call of it; where the grammar has one node for both, that. */
function isCalledOn(outer: Node, value: Node): boolean {
  if (outer.is('call_expression')) return value.is('member_expression') && outer.field('function')?.id() === value.id();
  const isMethod =
    outer.is('method_invocation') || (outer.is('member_expression') && outer.parent()?.is('call_expression') === true);
  return isMethod && outer.field('object')?.id() === value.id();
}
