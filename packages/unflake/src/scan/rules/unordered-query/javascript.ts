import type { SourceFile } from '../../facts/source-file.ts';
import { FUNCTIONS } from '../../semantics/javascript/around.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Add `ORDER BY` with a column that is unique, or compare without order: `expect.arrayContaining`, sort first.',
  find: [
    nodesOf('string', /^["'`][ \n]*[sS][eE][lL][eE][cC][tT]\b/, isComparedInOrder),
    nodesOf('template_string', /^["'`][ \n]*[sS][eE][lL][eE][cC][tT]\b/, isComparedInOrder),
  ],
};

const AGGREGATE = /select\s+(?:count|max|min|sum|avg|exists|coalesce|1)\b/i;

function isComparedInOrder(query: Node, file: SourceFile): boolean {
  const text = query.text();
  if (/\border\s+by\b/i.test(text) || (AGGREGATE.test(text) && !/\bgroup\s+by\b/i.test(text))) return false;
  const declared = nearest(query, ['variable_declarator', 'expression_statement', ...FUNCTIONS]);
  if (!declared?.is('variable_declarator') || !isAsked(query, declared)) return false;
  const names =
    declared
      .field('name')
      ?.text()
      .match(/[\w$]+/g) ?? [];
  const scope = nearest(declared, FUNCTIONS) ?? file.root;
  return names.some((name) => isOrdered(name, text, scope.text()));
}

/** Sent to a database, not handed to anything else. */
function isAsked(query: Node, declared: Node): boolean {
  const call = nearest(query, ['call_expression']);
  return (
    /\.(?:query|all|execute|prepare|raw|\$queryRaw\w*|unsafe|each|iterate|any|many|manyOrNone|selectAll)$/.test(
      call?.field('function')?.text() ?? '',
    ) && !/\.(?:get|one|first|sort|toSorted)\(/.test(declared.text())
  );
}

function isOrdered(name: string, query: string, scope: string): boolean {
  const word = `(?<![\\w$.])${quoted(name)}`;
  if (
    new RegExp(
      `${word}(?:\\.rows)?\\.(?:sort|toSorted)\\(|(?:sortBy|new Set)\\([^)]*${word}|arrayContaining|sameMembers|have\\.members|${word}(?:\\.rows)?\\.(?:find|some|every)\\(`,
    ).test(scope)
  )
    return false;
  const rows = `${word}(?:\\.rows)?`;
  if (new RegExp(`${rows}(?:\\[[1-9]\\d*\\]|\\.at\\((?!0\\))-?\\d)`).test(scope)) return true;
  if (!/\bwhere\b/i.test(query) && new RegExp(`${rows}(?:\\[0\\]|\\.at\\(0\\))`).test(scope)) return true;
  const several = '\\[\\s*(?:\\{[^}]*\\}|\\[[^\\]]*\\]|[^,\\[\\]{}]+)\\s*,\\s*[^\\]\\s]';
  return (
    new RegExp(`expect\\(${rows}[^;]*\\.(?:toEqual|toStrictEqual|toMatchObject|eql|equal)\\(\\s*${several}`).test(
      scope,
    ) ||
    new RegExp(`(?:deepEqual|deepStrictEqual|same)\\(\\s*${rows}[^;]*,\\s*${several}`).test(scope) ||
    new RegExp(`expect\\(${rows}[^;]*\\.(?:toMatchSnapshot|toMatchInlineSnapshot)\\(`).test(scope)
  );
}
