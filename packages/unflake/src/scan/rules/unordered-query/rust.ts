import type { SourceFile } from '../../facts/source-file.ts';
import { callsIn, functionAround, isAfter } from '../../semantics/rust/around.ts';
import { methodsOn } from '../../semantics/rust/chains.ts';
import { textOf } from '../../semantics/rust/variables.ts';
import { isSelect, isUnordered } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Add `ORDER BY` to the query, or sort both sides before you compare.',
  find: [
    calls('sqlx.query sqlx.query_as sqlx.query_scalar diesel.sql_query', ({ node, args, file }) =>
      isCompared(node, args, file, /^(?:fetch_all|load|fetch)$/),
    ),
    calls('*.prepare *.prepare_cached', ({ node, args, file }) => isCompared(node, args, file, null)),
    calls('*.query', ({ node, args, file }) => textOf(args[0], file) !== null && isCompared(node, args, file, null)),
  ],
};

function isCompared(query: Node, args: readonly Node[], file: SourceFile, reads: RegExp | null): boolean {
  const sql = textOf(args[0], file);
  if (sql === null || !isSelect(sql) || !isUnordered(sql)) return false;
  if (reads !== null && !methodsOn(query).some((name) => reads.test(name))) return false;
  const scope = functionAround(query, file);
  const later = (node: Node): boolean => isAfter(node, query);
  if (callsIn(scope, '\\.(?:sort\\w*|sorted\\w*)$').some(later) || /Hash(?:Set|Map)|BTree/.test(scope.text()))
    return false;
  const indexes = scope.findAll({ rule: { kind: 'index_expression', regex: '^\\w+\\[\\d+\\]$' } }).some(later);
  return (
    indexes ||
    callsIn(scope, '^assert_eqǃ$').some(
      (call) =>
        later(call) &&
        /\[\s*[^\s\]]|\bexpected\b|\bwant\b/.test(call.field('arguments')?.text() ?? '') &&
        !/\.len\(\)|\.count\(\)/.test(call.text()),
    )
  );
}
