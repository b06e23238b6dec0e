import type { SourceFile } from '../../facts/source-file.ts';
import { callsIn, functionAround, isAfter } from '../../semantics/go/around.ts';
import { textOf } from '../../semantics/go/variables.ts';
import { isSelect, isUnordered } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Add `ORDER BY` to the query, or compare without order: `assert.ElementsMatch`.',
  find: [
    calls('*.Query *.QueryContext *.Queryx *.QueryxContext *.Select *.SelectContext *.Raw', ({ node, args, file }) => {
      const scope = functionAround(node, file);
      const sql = args
        .map((argument) => textOf(argument, scope, file.root))
        .find((text) => text !== null && isSelect(text));
      return sql !== undefined && sql !== null && isUnordered(sql) && isComparedInOrder(node, scope, file);
    }),
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
