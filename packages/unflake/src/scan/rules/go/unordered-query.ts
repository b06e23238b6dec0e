import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { isSelect, isUnordered } from '../written-places.ts';
import { callsIn, functionAround, isAfter } from './around.ts';
import { textOf } from './variables.ts';

export const unorderedQuery: Rule = {
  id: 'go/unordered-query',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'tests',
  message: 'compares rows in order that the query does not order',
  why: 'Without ORDER BY a database returns rows as it likes: another plan, another version or a vacuum gives another order.',
  fix: 'Add `ORDER BY` to the query, or compare without order: `assert.ElementsMatch`.',
  find: [
    calls(
      ['*.Query', '*.QueryContext', '*.Queryx', '*.QueryxContext', '*.Select', '*.SelectContext', '*.Raw'],
      ({ node, args, file }) => {
        const scope = functionAround(node, file);
        const sql = args
          .map((argument) => textOf(argument, scope, file.root))
          .find((text) => text !== null && isSelect(text));
        return sql !== undefined && sql !== null && isUnordered(sql) && isComparedInOrder(node, scope, file);
      },
    ),
  ],
};

function isComparedInOrder(query: Node, scope: Node, file: SourceFile): boolean {
  const later = (node: Node): boolean => isAfter(node, query) && file.isForTests(node);
  if (callsIn(scope, '^(?:sort\\.|slices\\.Sort)|ElementsMatch$|[sS]ort').some(later)) return false;
  const compares = callsIn(
    scope,
    '^(?:reflect\\.DeepEqual|slices\\.Equal|cmp\\.(?:Diff|Equal)|(?:assert|require|is)\\.(?:Equal|Equalf|JSONEq))$',
  ).some((call) => later(call) && !/\blen\(|\bcount\b|, err\b/i.test(call.text()));
  const indexes = scope.findAll({ rule: { kind: 'index_expression', regex: '^\\w+\\[\\d+\\]$' } }).some(later);
  return compares || indexes;
}
