import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, calleeOf, callsIn, functionAround } from '../../semantics/go/around.ts';
import { isMap } from '../../semantics/go/maps.ts';
import { isSortedLater } from '../../semantics/go/sorted-later.ts';
import { declared, givenTo, usesOf } from '../../semantics/go/variables.ts';
import { named, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Go through `slices.Sorted(maps.Keys(m))`, or sort the slice that the loop fills.',
  find: [
    nodesOf(
      'for_statement',
      null,
      (loop, file) => {
        if (!/^for\b[^{]*\brange\b/.test(loop.text())) return false;
        const over = clauseOf(loop)?.field('right') ?? null;
        return over !== null && isMap(over, file) && isObserved(loop, file);
      },
      /\bmap\[|http\.Header|url\.Values/,
    ),
    calls('slices.Collect golang.org/x/exp/maps.Keys golang.org/x/exp/maps.Values', ({ node, name, args, file }) => {
      if (name === 'slices.Collect' && !/^maps\.(?:Keys|Values)\(/.test(args[0]?.text() ?? '')) return false;
      const names = givenTo(node);
      if (names?.length === 1) return !isSortedLater(names[0]!, node, functionAround(node, file));
      const list = node.parent();
      const outer = list?.is('argument_list') ? list.parent() : null;
      return !/^len$|ElementsMatch$|[sS]ort|Contains/.test(outer?.is('call_expression') ? calleeOf(outer) : '');
    }),
  ],
};

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

const clauseOf = (loop: Node): Node | undefined => named(loop).find((part) => part.is('range_clause'));

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
