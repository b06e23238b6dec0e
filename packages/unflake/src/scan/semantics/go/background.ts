/** Goroutines of a Go test: what they write, and where the test waits for them. */
import { named, outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { callsIn } from '../calls.ts';
import { isAfter } from '../undone.ts';
import { argumentsOf } from './around.ts';
import { usesOf } from './variables.ts';

const WAITS =
  '(?i)(?:^|\\.)\\w*(?:wait|eventually|consistently|sleep|join|until|poll|drain|flush|gosched|settle|sync|shutdown|close|stop)\\w*$';

/** Variables of the test that a goroutine changes. */
export function writtenBy(statement: Node): readonly string[] {
  const call = named(statement)[0];
  const literal = call?.field('function');
  if (call === undefined || literal === null || literal === undefined) return [];
  const given = argumentsOf(call).flatMap((argument) =>
    /^&\w+$/.test(argument.text()) ? [argument.text().slice(1)] : [],
  );
  const body = literal.is('func_literal') ? literal.field('body') : null;
  return body === null ? given : [...given, ...writesIn(body)];
}

function writesIn(body: Node): readonly string[] {
  const targets = body
    .findAll({
      rule: { kind: 'assignment_statement, inc_statement, dec_statement' },
    })
    .flatMap((node) => (node.is('assignment_statement') ? named(node.field('left')) : named(node)));
  const atomics = [
    ...callsIn(body, '^atomic\\.(?:Add|Store)\\w+$').flatMap((call) => argumentsOf(call).slice(0, 1)),
    ...callsIn(body, '^\\w+\\.(?:Add|Store|Append|Push|Set|Record)$').map((call) => call.field('function')!),
  ];
  const own = new Set(
    body
      .findAll({ rule: { kind: 'short_var_declaration, var_spec' } })
      .flatMap((node) => (node.is('var_spec') ? named(node) : named(node.field('left'))))
      .map((name) => name.text()),
  );
  const names = [...targets, ...atomics].map((node) => /^[&*(]*(\w+)/.exec(node.text())?.[1] ?? '_');
  return [...new Set(names)].filter((name) => name !== '_' && !own.has(name));
}

/** The first place behind another where the function waits for something, whatever it is. */
export function firstWait(after: Node, scope: Node): Node | null {
  const found = scope.findAll({
    rule: {
      any: [
        { kind: 'unary_expression', regex: '^<-' },
        { kind: 'select_statement' },
        { kind: 'call_expression', has: { field: 'function', regex: WAITS } },
        { kind: 'range_clause', has: { field: 'right', regex: '(?i)ch|chan|results|events|out|done|msgs' } },
      ],
    },
  });
  return found.find((node) => isAfter(node, after) && !isInOther(node, scope)) ?? null;
}

/** Inside another goroutine, or put off to the end. */
function isInOther(node: Node, scope: Node): boolean {
  for (const above of outwards(node)) {
    if (above.id() === scope.id()) return false;
    if (above.is('go_statement') || above.is('defer_statement')) return true;
  }
  return false;
}

export const mentions = (node: Node, names: readonly string[]): boolean =>
  names.some((name) => usesOf(name, node).length > 0);
