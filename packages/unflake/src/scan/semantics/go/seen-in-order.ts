/** Whether the elements of a map or a directory of Go are looked at in the order in which they came. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, textAt } from '../../syntax/node.ts';
import { argumentsOf, calleeOf, callsIn, callWith } from '../calls.ts';
import { usesOf } from '../declared.ts';
import { once } from '../once.ts';
import { isAfter } from '../undone.ts';
import { functionAround } from './around.ts';
import { packageVariables } from './left-behind.ts';
import { declared, givenTo } from './variables.ts';

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
    (call) => !/^os\.Stderr$/.test(textAt(argumentsOf(call)[0])),
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
  return body.findAll('assignment_statement').some((assignment) => {
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
  return assignment.field('right')?.find('interpreted_string_literal') !== null;
}

const SORTS =
  '^(?:sort\\.\\w+|slices\\.(?:Sort\\w*|Contains\\w*)|\\w*[sS]ort\\w*|\\w+\\.(?:ElementsMatch|ContainElements|ConsistOf)|\\w+\\.\\w*Sort\\w*)$';

export function isSortedLater(name: string, after: Node, scope: Node): boolean {
  const sorts = callsIn(scope, SORTS).filter((call) => isAfter(call, after));
  if (sorts.some((call) => argumentsOf(call).some((argument) => usesOf(name, argument).length > 0))) return true;
  const uses = usesOf(name, scope).filter((use) => isAfter(use, after));
  return uses.every(isCounted);
}

/** Only its length is asked for, or whether something is in it. */
const isCounted = (use: Node): boolean =>
  /(?:^|\.)(?:len|Len|Contains|NotContains|Empty|NotEmpty)$/.test(calleeOf(callWith(use)));

export function isMap(node: Node, file: SourceFile): boolean {
  if (!mayBeMap(node, file)) return false;
  if (node.is('composite_literal')) return isMapType(node.field('type'), file);
  if (node.is('call_expression')) return /^make\(map\[/.test(node.text()) || /^maps\.Clone\(/.test(node.text());
  if (node.is('selector_expression')) return isMapType(fieldType(node.fieldText('field'), file), file);
  if (!node.is('identifier')) return false;
  const scope = functionAround(node, file);
  const name = node.text();
  const value = declared(name, scope);
  if (value !== null) return !value.is('identifier') && isMap(value, file);
  const typed = typeIn(name, scope) ?? packageVariables(file).get(name)?.field('type') ?? null;
  if (typed !== null) return isMapType(typed, file);
  const top = declared(name, file.root);
  return top !== null && !top.is('identifier') && isMap(top, file);
}

/** Most loops go over something else, and the text of the file says so sooner than its tree. */
function mayBeMap(node: Node, file: SourceFile): boolean {
  if (!node.is('identifier') && !node.is('selector_expression')) return true;
  return namesOfMaps(file).has(/\w+$/.exec(node.text())?.[0] ?? '');
}

/** Names that stand on a line before a type that is a map. */
const namesOfMaps = once(({ text }: SourceFile): ReadonlySet<string> => {
  const types = [...text.matchAll(/^type (\w+) map\[/gm)].map((match) => `|\\b${match[1]!}\\b`);
  const map = new RegExp(`map\\[|\\b(?:Header|MIMEHeader|Values)\\b|\\bmaps\\.${types.join('')}`, 'g');
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const last = [...line.matchAll(map)].at(-1)?.index ?? 0;
    for (const [name] of line.slice(0, last).matchAll(/\w+/g)) names.add(name);
  }
  return names;
});

function isMapType(type: Node | null, file: SourceFile): boolean {
  if (type === null) return false;
  if (/^(?:map\[|http\.Header$|url\.Values$|textproto\.MIMEHeader$)/.test(type.text())) return true;
  if (!type.is('type_identifier')) return false;
  const spec = file.root.find({ rule: { kind: 'type_spec', has: { field: 'name', regex: `^${type.text()}$` } } });
  return spec?.field('type')?.is('map_type') ?? false;
}

/** The type written with a variable or parameter. */
function typeIn(name: string, scope: Node): Node | null {
  const declared = usesOf(name, scope)
    .map((use) => use.parent())
    .find((node) => node?.is('parameter_declaration') || node?.is('var_spec'));
  return declared?.field('type') ?? null;
}

function fieldType(name: string, { root }: SourceFile): Node | null {
  const found = root.findAll('field_identifier', `^${name}$`).map((node) => node.parent());
  return found.find((node) => node?.is('field_declaration'))?.field('type') ?? null;
}
