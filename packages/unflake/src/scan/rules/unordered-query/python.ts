import type { SourceFile } from '../../facts/source-file.ts';
import { scopeAround } from '../../semantics/python/around.ts';
import { type CallIn, callOf, callsIn } from '../../semantics/python/calls-in.ts';
import { seenInOrder } from '../../semantics/python/seen-in-order.ts';
import { givenValue, textOf } from '../../semantics/python/values.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Add `ORDER BY` (`.order_by(…)`), or compare sorted rows.',
  where: 'anywhere',
  find: [
    calls('*.fetchall *.fetchmany', ({ node, file }) => {
      const sql = queryBefore(node, file);
      return sql !== null && hasNoOrder(sql) && seenInOrder(node, 'row', file) !== null;
    }),
    calls(
      '*.all *.filter *.exclude *.values_list',
      ({ node, file }) => isUnorderedSet(node) && seenInOrder(node, 'row', file) !== null,
    ),
  ],
};

/** The text of the query whose rows are fetched: of the call this one is chained to, or of the last one on the same cursor. */
function queryBefore(fetch: Node, file: SourceFile): string | null {
  const object = fetch.field('function')?.field('object') ?? null;
  if (object === null) return null;
  const made = givenValue(object, file);
  if (made?.is('call') && /^execute$/.test(callOf(made).last)) return sqlOf(callOf(made), file);
  const { start } = callOf(fetch);
  const before = callsIn(scopeAround(fetch, file), file).filter(
    ({ last, on, start: at }) => last === 'execute' && on === object.text() && at < start,
  );
  const last = before.at(-1);
  return last === undefined ? null : sqlOf(last, file);
}

function sqlOf({ args }: CallIn, file: SourceFile): string | null {
  const [first] = args;
  if (first === undefined) return null;
  const wrapped = first.is('call') ? (callOf(first).args[0] ?? null) : first;
  return literal(wrapped) ?? textOf(wrapped, file);
}

const AGGREGATE =
  /^\s*select\s+(?:count|max|min|sum|avg|exists|total)\s*\([^,]*\)\s*(?:as\s+\w+\s*)?(?:from\b[^,]*)?$/i;
const hasNoOrder = (sql: string): boolean =>
  /^\s*select\b[\s\S]*\bfrom\b/i.test(sql) &&
  !/\border\s+by\b/i.test(sql) &&
  !/\blimit\s+1\s*;?\s*$/i.test(sql) &&
  !/\bwhere\s+(?:\w+\.)?(?:id|pk|uuid|key|rowid)\s*=/i.test(sql) &&
  (!AGGREGATE.test(sql) || /\bgroup\s+by\b/i.test(sql));

/** A query set of Django: `Model.objects.filter(…)`, with nothing behind it that gives an order or one row. */
function isUnorderedSet(call: Node): boolean {
  const { on } = callOf(call);
  if (on === null || !/\bobjects$|\bobjects\.\w+\(/.test(on) || /order_by\(/.test(on)) return false;
  const outer = call.parent();
  return outer === null || !outer.is('attribute');
}
