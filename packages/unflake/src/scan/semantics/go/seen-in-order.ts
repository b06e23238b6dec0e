/** Whether the elements of a map or a directory of Go are looked at in the order in which they came. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest } from '../../syntax/node.ts';
import { calleeOf, callsIn } from '../calls.ts';
import { isAfter } from '../undone.ts';
import { argumentsOf, functionAround } from './around.ts';
import { isSortedLater } from './sorted-later.ts';
import { declared, givenTo, usesOf } from './variables.ts';

export function isSeenInOrder(listing: Node, file: SourceFile): boolean {
  const names = givenTo(listing);
  if (names === null) return true;
  const entries = names[0];
  return entries !== undefined && entries !== '_' && isNameSeen(entries, listing, file);
}

/** Indexed, given to a function, returned, or listed by a loop; a loop that only looks for something does not mind. */
function isNameSeen(name: string, listing: Node, file: SourceFile): boolean {
  const scope = functionAround(listing, file);
  if (isSortedLater(name, listing, scope)) return false;
  return usesOf(name, scope).some((use) => {
    const outer = use.parent();
    if (!isAfter(use, listing) || outer === null) return false;
    if (outer.is('range_clause')) return isObserved(outer.parent()!, file);
    if (outer.is('argument_list')) return !/^(?:len|cap|append|slices\.Contains)$/.test(calleeOf(outer.parent()!));
    return outer.is('index_expression') || outer.parent()?.is('return_statement') === true;
  });
}

/** Whether a loop lists, joins or prints, or takes the first. */
export function isObserved(loop: Node, file: SourceFile): boolean {
  const body = loop.field('body');
  if (body === null) return false;
  const scope = functionAround(loop, file);
  const writes = callsIn(body, '^fmt\\.(?:Print|Fprint)|\\.(?:WriteString|WriteByte|WriteRune|Write)$').filter(
    (call) => !/^os\.Stderr$/.test(argumentsOf(call)[0]?.text() ?? ''),
  );
  // Inside a closure it is written when that runs, and to where each has its own.
  if (writes.some((call) => nearest(call, ['func_literal', 'for_statement'])?.is('for_statement') === true))
    return true;
  if (
    named(named(body).find((part) => part.is('statement_list')) ?? null).some(
      (statement) => statement.is('return_statement') || statement.is('break_statement'),
    )
  ) {
    return clauseNames(loop).some((name) => usesOf(name, body).length > 0);
  }
  return body.findAll({ rule: { kind: 'assignment_statement' } }).some((assignment) => {
    const target = named(assignment.field('left'))[0];
    if (target === undefined || !target.is('identifier')) return false;
    // Declared in the loop: gone with each element.
    if (declared(target.text(), body) !== null) return false;
    if (isAppend(assignment, target.text())) return !isSortedLater(target.text(), loop, scope);
    return /\+=/.test(assignment.text()) && isText(assignment, target.text(), scope);
  });
}

export const clauseOf = (loop: Node): Node | undefined => named(loop).find((part) => part.is('range_clause'));

const clauseNames = (loop: Node): readonly string[] =>
  named(clauseOf(loop)?.field('left') ?? null).map((name) => name.text());

function isAppend(assignment: Node, target: string): boolean {
  const value = named(assignment.field('right'))[0];
  if (value === undefined || !value.is('call_expression')) return false;
  return calleeOf(value) === 'append' && argumentsOf(value)[0]?.text() === target;
}

function isText(assignment: Node, target: string, scope: Node): boolean {
  if (/string_literal$/.test((declared(target, scope)?.kind() as string | undefined) ?? '')) return true;
  return assignment.field('right')?.find({ rule: { kind: 'interpreted_string_literal' } }) !== null;
}
