import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { isSelect, isUnordered } from '../written-places.ts';
import { callsIn, functionAround, isAfter } from './around.ts';
import { methodsOn } from './chains.ts';
import { inAsyncTest, inTest } from './sample.ts';
import { textOf } from './variables.ts';

const ROWS = 'let names: Vec<String> = stmt.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();';

export const unorderedQuery: Rule = {
  id: 'rust/unordered-query',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'tests',
  message: 'compares rows in order that the query does not order',
  why: 'Without ORDER BY a database returns rows as it likes: another plan, another version or a vacuum gives another order.',
  fix: 'Add `ORDER BY` to the query, or sort both sides before you compare.',
  find: [
    calls(['sqlx.query', 'sqlx.query_as', 'sqlx.query_scalar', 'diesel.sql_query'], ({ node, args, file }) =>
      isCompared(node, args, file, /^(?:fetch_all|load|fetch)$/),
    ),
    calls(['*.prepare', '*.prepare_cached'], ({ node, args, file }) => isCompared(node, args, file, null)),
    calls(['*.query'], ({ node, args, file }) => textOf(args[0], file) !== null && isCompared(node, args, file, null)),
  ],
  flags: [
    inTest(
      'rusqlite::Connection',
      'let mut stmt = db.prepare("SELECT name FROM users").unwrap();',
      ROWS,
      'assert_eq!(names, ["ana", "bob"]);',
    ),
    inAsyncTest(
      '',
      'let names: Vec<String> = sqlx::query_scalar("SELECT name FROM users").fetch_all(&pool).await.unwrap();',
      'assert_eq!(names, vec!["ana", "bob"]);',
    ),
    inAsyncTest(
      '',
      'let rows = client.query("SELECT id, name FROM users", &[]).await.unwrap();',
      'assert_eq!(rows[0].get::<_, &str>(1), "ana");',
    ),
    inAsyncTest(
      '',
      'let users = sqlx::query_as::<_, User>("select * from users where active").fetch_all(&pool).await.unwrap();',
      'assert_eq!(users[1].name, "bob");',
    ),
  ],
  allows: [
    inTest(
      '',
      'let mut stmt = db.prepare("SELECT name FROM users ORDER BY name").unwrap();',
      ROWS,
      'assert_eq!(names, ["ana", "bob"]);',
    ),
    inTest(
      '',
      'let mut stmt = db.prepare("SELECT name FROM users").unwrap();',
      ROWS.replace('let names', 'let mut names'),
      'names.sort();',
      'assert_eq!(names, ["ana", "bob"]);',
    ),
    inAsyncTest(
      '',
      'let n: i64 = sqlx::query_scalar("SELECT count(*) FROM users").fetch_one(&pool).await.unwrap();',
      'assert_eq!(n, 2);',
    ),
    inAsyncTest(
      '',
      'let users = sqlx::query_as::<_, User>("select * from users").fetch_all(&pool).await.unwrap();',
      'assert_eq!(users.len(), 2);',
    ),
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
