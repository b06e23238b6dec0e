import { methodText } from '../../semantics/java/around.ts';
import { quoted } from '../../semantics/undone.ts';
import { isUnordered } from '../../semantics/written-places.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Add `ORDER BY` with a column that is unique, or compare without order: `containsExactlyInAnyOrder`.',
  find: [nodesOf('string_literal', /^"+[ \n]*[sS][eE][lL][eE][cC][tT] /, isComparedInOrder)],
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
