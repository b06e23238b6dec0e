import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { quoted } from '../undone.ts';
import { isUnordered } from '../written-places.ts';
import { methodText } from './around.ts';

export const unorderedQuery: Rule = {
  id: 'java/unordered-query',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'tests',
  message: 'compares rows in an order that the query does not ask for',
  why: 'Without ORDER BY a database may return rows in any order, and does so after an update, a vacuum or with another plan.',
  fix: 'Add `ORDER BY` with a column that is unique, or compare without order: `containsExactlyInAnyOrder`.',
  find: [nodes({ rule: { kind: 'string_literal', regex: '^"+[ \\n]*[sS][eE][lL][eE][cC][tT] ' } }, isComparedInOrder)],
  flags: [
    'class ATest { @Test void a() throws Exception { ResultSet rows = statement.executeQuery("SELECT name FROM users"); rows.next(); assertEquals("a", rows.getString(1)); rows.next(); assertEquals("b", rows.getString(1)); } }\n',
    'class ATest { @Test void a() { List<String> names = jdbc.queryForList("select name from users", String.class); assertEquals(List.of("a", "b"), names); } }\n',
    'class ATest { @Test void a() { List<User> users = em.createQuery("SELECT u FROM User u").getResultList(); assertEquals("a", users.get(0).getName()); } }\n',
    'class ATest { @Test void a() { List<String> names = jdbc.queryForList("select name from users where age > 3", String.class); assertThat(names).containsExactly("a", "b"); } }\n',
  ],
  allows: [
    'class ATest { @Test void a() { List<String> names = jdbc.queryForList("select name from users order by name", String.class); assertEquals(List.of("a", "b"), names); } }\n',
    'class ATest { @Test void a() { List<String> names = jdbc.queryForList("select name from users", String.class); assertThat(names).containsExactlyInAnyOrder("a", "b"); } }\n',
    'class ATest { @Test void a() throws Exception { ResultSet rows = statement.executeQuery("SELECT count(*) FROM users"); rows.next(); assertEquals(2, rows.getInt(1)); } }\n',
    'class ATest { @Test void a() { List<String> names = jdbc.queryForList("select name from users", String.class); assertEquals(2, names.size()); } }\n',
    'class ATest { @Test void a() { assertEquals("SELECT * FROM users", builder.build()); } }\n',
  ],
};

const ASKS = /\.(?:executeQuery|query|queryForList|createQuery|createNativeQuery|prepareStatement|select)\($/;

function isComparedInOrder(query: Node): boolean {
  const sql = query.text().replace(/^"+|"+$/g, '');
  if (!isUnordered(sql)) return false;
  const declared = nearest(query, ['variable_declarator', 'resource', 'expression_statement', 'method_declaration']);
  const name =
    declared?.is('variable_declarator') || declared?.is('resource') ? declared.field('name')?.text() : undefined;
  if (name === undefined || declared === null) return false;
  const before = declared.text().slice(0, declared.text().indexOf(query.text()));
  if (!ASKS.test(before.trimEnd()) || /getSingleResult|queryForObject|sorted\(|toSet\(/.test(declared.text()))
    return false;
  return isOrdered(quoted(name), sql, methodText(query));
}

function isOrdered(name: string, sql: string, method: string): boolean {
  if (
    new RegExp(
      `\\b${name}\\.(?:sort|stream\\(\\)\\.sorted)\\(|sort\\(\\s*${name}\\b|new HashSet<[^>]*>\\(\\s*${name}\\b|assertThat\\(${name}\\)[^;]*InAnyOrder`,
    ).test(method)
  )
    return false;
  const isOne = /\bwhere\s+\w*\.?id\s*=/i.test(sql);
  const steps = method.match(new RegExp(`\\b${name}\\.next\\(\\)`, 'g'))?.length ?? 0;
  if (
    steps >= 2 &&
    new RegExp(`assert[^;]*\\b${name}\\.get\\w+\\(`).test(method) &&
    !new RegExp(`while\\s*\\(\\s*${name}\\.next`).test(method)
  )
    return true;
  if (
    new RegExp(`\\b${name}\\.get\\([1-9]`).test(method) ||
    (!isOne && new RegExp(`\\b${name}\\.(?:get\\(0\\)|getFirst\\(\\))`).test(method))
  )
    return true;
  return new RegExp(
    `assert(?:Iterable)?Equals\\(\\s*(?:List\\.of|Arrays\\.asList|asList)\\([^)]*,[^)]*\\)\\s*,\\s*${name}\\b(?!\\.size)|assertThat\\(${name}\\)\\s*\\.(?:containsExactly|isEqualTo\\((?:List\\.of|asList))`,
  ).test(method);
}
