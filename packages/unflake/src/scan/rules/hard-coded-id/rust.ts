import type { SourceFile } from '../../facts/source-file.ts';
import { callsIn, functionAround, isAfter, methodOf } from '../../semantics/rust/around.ts';
import { unpacked } from '../../semantics/rust/chains.ts';
import { initialOf, textOf } from '../../semantics/rust/variables.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const CREATES = /^(?:create|insert|save|add|register|store|place|new_in_db)\w*$/;
const DATABASE =
  /\b(?:rusqlite|sqlx|diesel|tokio_postgres|postgres|sea_orm|mysql)\b|[Pp]ersistence\b|\b(?:Sqlite|Pg|MySql|Db|Database)\w*\b/;

export const rust: LanguageRule = {
  fix: 'Keep the id that the insert returns (`last_insert_rowid()`, `RETURNING id`) and use that.',
  find: [
    calls('assert_eqǃ', ({ args, file }) => {
      const sides = args.slice(0, 2);
      return sides.some(isCount) && sides.some((side) => isCreated(side, file));
    }),
    calls('*.query_row *.prepare *.execute sqlx.query sqlx.query_as sqlx.query_scalar', ({ node, args, file }) => {
      const sql = textOf(args[0], file);
      return sql !== null && /\bwhere\b.*\bid\s*=\s*\d+/is.test(sql) && insertsWithoutId(node, file);
    }),
    nodesOf('field_initializer', /^\w+_id\s*:\s*(?:Some\()?[1-9]\d*(?:_?[iu]\d+)?\)?$/, (node, file) => {
      const scope = nearest(node, ['function_item']);
      // A helper that makes up a row, in a file whose tests keep rows.
      return (
        scope !== null &&
        file.dialect.test(scope) === null &&
        /^(?:\w+_)?(?:create|make|test|sample|fake|build|new)_/.test(scope.field('name')?.text() ?? '') &&
        DATABASE.test(file.text)
      );
    }),
  ],
};

const isCount = (node: Node): boolean => /^[1-9]\d*(?:_?[iu]\d+)?$/.test(node.text());

/** An id, of something that a creating call has returned, in a file that knows a database. */
function isCreated(side: Node, file: SourceFile): boolean {
  const match = /^(\w+)(?:\.(\w+))?(?:\(\))?$/.exec(side.text());
  if (match === null || !/(?:^|_)id$/.test(match[2] ?? match[1]!) || !DATABASE.test(file.text)) return false;
  const value = initialOf(match[1]!, functionAround(side, file), file.root);
  const call = value?.find({ rule: { kind: 'call_expression' } }) ?? null;
  if (value === null || call === null) return false;
  return [value, ...callsIn(value, '.')].some(
    (one) => one.is('call_expression') && CREATES.test(methodOf(one)) && unpacked(one).end() === value.end(),
  );
}

function insertsWithoutId(query: Node, file: SourceFile): boolean {
  return callsIn(functionAround(query, file), '(?:execute|query)$').some((call) => {
    const columns = /insert into \w+\s*\(([^)]*)\)/i.exec(call.text())?.[1];
    return columns !== undefined && !/\bid\b/i.test(columns) && isAfter(query, call);
  });
}
