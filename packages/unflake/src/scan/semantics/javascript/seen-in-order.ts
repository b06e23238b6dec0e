/** Whether a listing of JavaScript is looked at in the order in which it came. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { words } from '../../rules/rule.ts';
import { nearest, textAt } from '../../syntax/node.ts';
import { wrapped } from '../held.ts';
import { isAfter, quoted } from '../undone.ts';
import { FUNCTIONS } from './around.ts';

const STATEMENTS = words('expression_statement lexical_declaration return_statement arrow_function if_statement');
const SORTS = /\.(?:sort|toSorted)\(|\b(?:sortBy|orderBy|sorted|naturalSort)\(/;

/** What sees a listing without its order. */
const ORDER_UNSEEN =
  /\.(?:length|size|includes|some|every|find|has|forEach|toHaveLength|toContain|toThrow\w*|include)\b|\b(?:arrayContaining|new Set|sameMembers|have\.members|(?:rm|unlink|remove|rename|copy)\w*)\b/;

/** One name has no order. */
const AT_MOST_ONE =
  /\b(?:toEqual|toStrictEqual|deepEqual|deepStrictEqual|eql|equal)\((?:.*,\s*)?\[[^,[\]]*,?\s*\]\s*[,)]/s;

/** What comes out of these is in the order of what went in. */
const KEEPS_ORDER = /^(?:filter|map|flatMap|slice|catch)$/;

export function isSeenInOrder(call: Node, file: SourceFile): boolean {
  const value = wrapped(call);
  const list = chained(value);
  const declared = list.parent();
  const name = declared?.is('variable_declarator') ? declared.field('name') : null;
  if (name === null) return isSeen(value);
  // Taken apart by position.
  if (name.is('array_pattern')) return true;
  const scope = nearest(call, FUNCTIONS) ?? file.root;
  const uses = scope.findAll('identifier', `^${quoted(name.text())}$`).filter((use) => isAfter(use, declared!));
  if (uses.length === 0) return list !== value && isSeen(value);
  return !uses.some(isSorted) && uses.some(isSeen);
}

/** With what is called on it, as long as that is still a list in the same order. */
function chained(value: Node): Node {
  const member = value.parent();
  const call = member?.parent();
  if (!member?.is('member_expression') || !KEEPS_ORDER.test(member.fieldText('property'))) return value;
  return call?.is('call_expression') && call.field('function')?.start() === member.start()
    ? chained(wrapped(call))
    : value;
}

const isSorted = (value: Node): boolean => SORTS.test(textAt(nearest(value, STATEMENTS)));

function isSeen(value: Node): boolean {
  const outer = value.parent();
  if (SORTS.test(chainOf(value))) return false;
  if (outer?.is('expression_statement')) return false;
  // Removing, copying or counting one by one needs no order.
  if (outer?.is('for_in_statement')) return /\.push\(|\byield\b|\+=/.test(outer.fieldText('body'));
  const around = nearest(value, STATEMENTS);
  // Only whether it fails is looked at.
  if (around?.is('arrow_function') && /\.(?:toThrow|rejects\.toThrow)\w*\(/.test(afterArgument(around))) return false;
  const statement = around?.text() ?? outer?.text() ?? '';
  return !SORTS.test(statement) && !ORDER_UNSEEN.test(statement) && !AT_MOST_ONE.test(statement);
}

/** What is called on the call that a value is given to. */
const afterArgument = (value: Node): string => {
  const given = value.parent()?.parent();
  return given?.is('call_expression') ? chainOf(given).slice(given.text().length) : '';
};

/** A value with all that is called on it. */
function chainOf(value: Node): string {
  let top = value;
  for (let above = value.parent(); above !== null; above = above.parent()) {
    if (!/^(?:member_expression|call_expression)$/.test(above.kind())) break;
    top = above;
  }
  return top.text();
}
