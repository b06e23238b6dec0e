import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { isSelect, isUnordered } from '../written-places.ts';
import { callsIn, functionAround, isAfter } from './around.ts';
import { inTest } from './sample.ts';
import { textOf } from './variables.ts';

const READ = ['for rows.Next() {', '\tvar n string', '\trows.Scan(&n)', '\tgot = append(got, n)', '}'];

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
  flags: [
    inTest(
      'reflect',
      'rows, _ := db.Query("SELECT name FROM users")',
      ...READ,
      'if !reflect.DeepEqual(got, want) {',
      '\tt.Fatal(got)',
      '}',
    ),
    inTest(
      'github.com/stretchr/testify/assert',
      'db.Select(&got, "SELECT name FROM users WHERE active")',
      'assert.Equal(t, []string{"a", "b"}, got)',
    ),
    inTest(
      '',
      'rows, _ := db.QueryContext(ctx, `SELECT id, name FROM users`)',
      ...READ,
      'if got[0] != "ana" {',
      '\tt.Fatal(got)',
      '}',
    ),
    inTest(
      'slices',
      'const q = "SELECT sku FROM stock WHERE n > 0"',
      'rows, _ := db.Query(q)',
      ...READ,
      'if !slices.Equal(got, want) {',
      '\tt.Fatal(got)',
      '}',
    ),
  ],
  allows: [
    inTest(
      'reflect',
      'rows, _ := db.Query("SELECT name FROM users ORDER BY name")',
      ...READ,
      'if !reflect.DeepEqual(got, want) {',
      '\tt.Fatal(got)',
      '}',
    ),
    inTest(
      'github.com/stretchr/testify/assert',
      'db.Select(&got, "SELECT name FROM users")',
      'assert.ElementsMatch(t, want, got)',
    ),
    inTest(
      'github.com/stretchr/testify/assert',
      'db.Select(&got, "SELECT count(*) FROM users")',
      'assert.Equal(t, []int{2}, got)',
    ),
    inTest(
      'sort reflect',
      'rows, _ := db.Query("SELECT name FROM users")',
      ...READ,
      'sort.Strings(got)',
      'if !reflect.DeepEqual(got, want) {',
      '\tt.Fatal(got)',
      '}',
    ),
    inTest('', 'rows, _ := db.Query("SELECT name FROM users")', ...READ, 'if len(got) != 2 {', '\tt.Fatal(got)', '}'),
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
