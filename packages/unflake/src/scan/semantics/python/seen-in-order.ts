/** Whether the order of a collection is seen by anyone: compared, indexed, joined, printed, returned. Followed inside one function, over one variable. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { isSame, named } from '../../syntax/node.ts';
import { scopeAround } from './around.ts';
import { callOf, callsIn } from './calls-in.ts';

/** `bag`: a set, equal to others whatever its order. `row`: a list or an iterator. */
export type Shape = 'bag' | 'row';

const FORGETS =
  /^(?:sorted|set|frozenset|len|sum|min|max|any|all|bool|Counter|fsum|dict|union|update|difference|intersection|issubset|issuperset|isdisjoint|assertCountEqual|assertSetEqual|assertTrue|assertFalse|assertIn|assertNotIn|unordered|shuffle|rmtree|isinstance)$/;
const KEEPS = /^(?:list|tuple|map|filter|reversed|iter|chain|from_iterable|islice|deque|array|asarray)$/;
const SHOWS =
  /^(?:next|join|enumerate|zip|print|str|repr|format|dumps|dump|accumulate|assertEqual|assertEquals|assertListEqual|assertSequenceEqual|assertTupleEqual|pprint|write|writelines|fold|reduce)$/;
const SHOWS_A_BAG = /^(?:next|join|enumerate|zip|print|str|repr|format|accumulate|reduce|write|writelines)$/;
const DEEPEST = 12;

/** The place where it is seen; null when it is seen by nobody. */
export function seenInOrder(
  value: Node,
  shape: Shape,
  file: SourceFile,
  variable: 'follow' | 'stop' = 'follow',
): Node | null {
  let inner = value;
  let is = shape;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const outer = inner.parent();
    if (outer === null) return null;
    const kind = outer.kind();
    // A generator as the only argument stands in the place of the arguments.
    if (kind === 'argument_list' || (kind === 'call' && inner.is('generator_expression'))) {
      const call = kind === 'call' ? outer : outer.parent();
      if (call === null || !call.is('call')) return null;
      const { last } = callOf(call);
      if (FORGETS.test(last)) return null;
      if ((is === 'row' ? SHOWS : SHOWS_A_BAG).test(last)) return call;
      if (!KEEPS.test(last)) return null;
      if (last !== 'iter') is = 'row';
      inner = call;
      continue;
    }
    switch (kind) {
      case 'parenthesized_expression':
      case 'list_splat':
        break;
      case 'conditional_expression':
      case 'boolean_operator':
        if (named(outer)[1] !== undefined && kind === 'conditional_expression' && isSame(named(outer)[1]!, inner))
          return null;
        break;
      case 'list':
      case 'tuple':
        if (!inner.is('list_splat')) return null;
        is = 'row';
        break;
      case 'interpolation':
        return outer;
      case 'subscript':
        return is === 'row' && isSame(outer.field('value') ?? outer, inner) ? outer : null;
      case 'comparison_operator':
        return is === 'row' && /==|!=|<|>/.test(operators(outer)) && !isShort(outer, inner) ? outer : null;
      case 'return_statement':
      case 'yield':
        return is === 'row' ? outer : null;
      case 'attribute':
        return onMethod(outer, is, file);
      case 'for_in_clause': {
        if (!isSame(outer.field('right') ?? outer, inner)) return null;
        const comprehension = outer.parent();
        if (comprehension === null || /^(?:set|dictionary)_comprehension$/.test(comprehension.kind())) return null;
        is = 'row';
        inner = comprehension;
        continue;
      }
      case 'for_statement':
        return isSame(outer.field('right') ?? outer, inner) && bodySees(outer, file) ? outer : null;
      case 'assignment': {
        const left = outer.field('left');
        if (left === null || isSame(left, inner)) return null;
        if (/pattern/.test(left.kind())) return outer;
        return variable === 'follow' && left.is('identifier') ? seenLater(left.text(), outer, is, file) : null;
      }
      default:
        return null;
    }
    inner = outer;
  }
  return null;
}

/** Against a row of one or of none there is no order to be seen. */
const isShort = (comparison: Node, value: Node): boolean =>
  named(comparison).some(
    (side) => !isSame(side, value) && /^(?:list|tuple)$/.test(side.kind()) && named(side).length < 2,
  );

const operators = (comparison: Node): string =>
  comparison
    .children()
    .filter((child) => !child.isNamed())
    .map((child) => child.text())
    .join(' ');

function onMethod(attribute: Node, is: Shape, file: SourceFile): Node | null {
  const call = attribute.parent();
  if (call === null || !call.is('call')) return null;
  const method = attribute.fieldText('attribute');
  if (method === 'pop') return call;
  if (is === 'bag' && /^(?:copy|union|difference|intersection|symmetric_difference)$/.test(method))
    return seenInOrder(call, 'bag', file);
  return is === 'row' && /^(?:index)$/.test(method) ? call : null;
}

function seenLater(name: string, assignment: Node, is: Shape, file: SourceFile): Node | null {
  const scope = scopeAround(assignment, file);
  if (isSorted(name, scope)) return null;
  const end = assignment.end();
  const uses = scope.findAll('identifier', `^${name}$`);
  for (const use of uses) {
    if (use.start() < end) continue;
    const seen = seenInOrder(use, is, file, 'stop');
    if (seen !== null) return seen;
  }
  return null;
}

const isSorted = (name: string, scope: Node): boolean =>
  callsIn(scope).some(
    ({ last, on, args }) => (last === 'sort' && on === name) || (last === 'sorted' && args[0]?.text() === name),
  );

/** A loop lets the order out when it adds to a row, writes, yields, or ends with the first that fits. */
function bodySees(loop: Node, file: SourceFile): boolean {
  const body = loop.field('body');
  if (body === null) return false;
  const scope = scopeAround(loop, file);
  for (const { last, on } of callsIn(body)) {
    if (/^(?:print|write|writelines|writerow|send|put)$/.test(last)) return true;
    if (/^(?:append|extend|insert)$/.test(last) && on !== null && /^\w+$/.test(on) && !isForgotten(on, scope))
      return true;
  }
  const kinds = ['yield', 'break_statement'];
  if (kinds.some((kind) => body.find(kind) !== null)) return true;
  return body
    .findAll('return_statement')
    .some((node) => named(node).some((it) => !/^(?:true|false|none|integer|string)$/.test(it.kind())));
}

/** What is collected is put in order, or into something without one, before anyone looks. */
const isForgotten = (name: string, scope: Node): boolean =>
  isSorted(name, scope) ||
  callsIn(scope).some(({ last, args }) => /^(?:set|frozenset|len|sum|Counter)$/.test(last) && args[0]?.text() === name);
