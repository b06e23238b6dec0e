import type { SourceFile } from '../../facts/source-file.ts';
import { scopeAround } from '../../semantics/python/around.ts';
import { callOf, callsIn } from '../../semantics/python/calls-in.ts';
import { seenInOrder } from '../../semantics/python/seen-in-order.ts';
import { isHashOrdered } from '../../semantics/python/sets.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes, nodesOf } from '../rule.ts';

const READERS =
  '^(?:next|enumerate|zip|print|str|repr|list|tuple|map)\\(|^[^()]*\\.(?:join|dumps|append|write)\\(|\\.pop\\(\\)$';
/** A file without any set has no order of one. */
const SETS =
  /\b(?:frozen)?set\(|(?:[=(,[&|^:-]|\bin|\breturn)\s*\{\s*(?:["'][^"'\n]*["']|[\w.]+(?:\([^()]*\))?)\s*[,}]|\{[^{}:]*\sfor\s/;

export const python: LanguageRule = {
  fix: 'Sort first: `sorted(names)`; or compare as sets; `dict.fromkeys(names)` keeps each once and in order.',
  find: [
    // What reads a collection in order, seen from the reader: the place to be mended.
    nodes({ rule: { kind: 'call', regex: READERS } }, isReader, SETS),
    nodesOf('for_in_clause', null, isLoop, SETS),
    nodesOf('for_statement', null, isLoop, SETS),
    nodesOf('interpolation', null, (node, file) => isSet(node.namedChildren()[0], file), SETS),
    calls('hash', ({ args }) => args.length === 1 && (literal(args[0]) !== null || args[0]!.is('string'))),
  ],
};

const isSet = (node: Node | null | undefined, file: SourceFile): boolean => node != null && isHashOrdered(node, file);

function isLoop(loop: Node, file: SourceFile): boolean {
  const right = loop.field('right');
  return isSet(right, file) && seenInOrder(right!, 'bag', file) !== null;
}

function isReader(node: Node, file: SourceFile): boolean {
  const { callee, last, on, args } = callOf(node);
  if (last === 'pop' && args.length === 0) {
    const object = node.field('function')?.field('object');
    return isSet(object, file) && !isLoneElement(object!, file);
  }
  const given = args.map(unwrapped).filter((arg) => isSet(arg, file));
  if (given.length === 0 || (on === null && !file.meanings(callee, node).includes(callee))) return false;
  return given.some((arg) => seesOrder(arg, file));
}

/** `iter(names)`, `*names`: still the set. */
function unwrapped(node: Node): Node {
  const inner = node.is('list_splat') ? node.namedChildren()[0] : undefined;
  if (inner !== undefined) return unwrapped(inner);
  if (node.is('call') && node.field('function')?.text() === 'iter')
    return node.field('arguments')?.namedChildren()[0] ?? node;
  return node;
}

function seesOrder(set: Node, file: SourceFile): boolean {
  if (isLoneElement(set, file)) return false;
  return seenInOrder(set, 'bag', file) !== null;
}

/** `assert len(names) == 1` says that there is no order. */
function isLoneElement(set: Node, file: SourceFile): boolean {
  const scope = scopeAround(set, file);
  return callsIn(scope, file).some(
    ({ last, args, node }) =>
      last === 'len' && args[0]?.text() === set.text() && /len\([^)]*\)\s*==\s*1\b/.test(node.parent()?.text() ?? ''),
  );
}
