/** Which expressions are sets whose order follows the hashes of their elements. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import { onceBy } from '../once.ts';
import { functionAround } from './around.ts';
import { callOf } from './calls-in.ts';
import { assignmentsTo } from './outline.ts';

const OPERATORS = /^[|&^-]$/;
const METHODS = /^(?:union|intersection|difference|symmetric_difference)$/;

/** A set of one element has one order, and small whole numbers are their own hashes. */
export function isHashOrdered(node: Node, file: SourceFile, depth = 0): boolean {
  if (depth > 4) return false;
  const inside = (part: Node | null | undefined) => part != null && isHashOrdered(part, file, depth + 1);
  switch (node.kind()) {
    case 'set': {
      const parts = named(node);
      return parts.length > 1 && !parts.every((part) => part.is('integer'));
    }
    case 'set_comprehension':
      return true;
    case 'parenthesized_expression':
      return inside(named(node)[0]);
    case 'binary_operator':
      return OPERATORS.test(node.fieldText('operator')) && (inside(node.field('left')) || inside(node.field('right')));
    case 'call': {
      const { callee, on, last } = callOf(node);
      if (on === null)
        return (
          /^(?:set|frozenset)$/.test(callee) && !holdsNumbers(node) && file.meanings(callee, node).includes(callee)
        );
      return METHODS.test(last) && inside(node.field('function')?.field('object'));
    }
    case 'identifier': {
      if (!mayBeSet(node.text(), file)) return false;
      for (const scope of [functionAround(node), file.root]) {
        if (scope === null) continue;
        const given = assignmentsTo(node.text(), scope, file);
        if (given.length > 0) return given.every((one) => inside(one.field('right')));
        if (scope.is('function_definition') && binds(scope, node.text())) return false;
      }
      return false;
    }
    default:
      return false;
  }
}

/** `set(range(3))`, `set([1, 2])`. */
function holdsNumbers(call: Node): boolean {
  const [given] = callOf(call).args;
  if (given === undefined) return false;
  if (/^range\(/.test(given.text())) return true;
  return /^(?:list|tuple)$/.test(given.kind()) && named(given).every((part) => part.is('integer'));
}

const binds = (definition: Node, name: string): boolean =>
  named(definition.field('parameters')).some(
    (parameter) => parameter.text() === name || named(parameter)[0]?.text() === name,
  );

const ASSIGNED = /\s*(?::[^=\n]*)?=(?!=)([^\n]*)/y;
/** Literals and calls that make sets, operators between them, another name; and what goes on in the next line may be anything. */
const MAY_BE_SET =
  /^\s*(?:[{(]|set\b|frozenset\b|[A-Za-z_][\w.]*\s*$)|[|&^-]|\.(?:union|intersection|difference|symmetric_difference|copy)\b|[([{,\\#]\s*$|#/;

export const mayBeSet = onceBy((name: string, { text }) => {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (/[\w.]/.test(text[at - 1] ?? '')) continue;
    ASSIGNED.lastIndex = at + name.length;
    const value = ASSIGNED.exec(text)?.[1];
    if (value !== undefined && MAY_BE_SET.test(value)) return true;
  }
  return false;
});
