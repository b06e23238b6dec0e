import type { SourceFile } from '../../facts/source-file.ts';
import { commandOf, isOwn } from '../../semantics/shell/command.ts';
import { outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Add `ORDER BY`, or pipe the rows through `LC_ALL=C sort`.',
  find: [nodesOf('command', /\b(?:select|SELECT|Select)\b/, isUnordered)],
};

function isUnordered(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (!/^(?:sqlite3|psql|mysql|mariadb|duckdb|clickhouse-client)$/.test(name) || isOwn(name, file)) return false;
  const sql = words.find((word) => /\bselect\b[\s\S]*\bfrom\b/i.test(word)) ?? '';
  if (!/^\s*select\b/i.test(sql) || /\border\s+by\b|\bgroup_concat\b|\blimit\s+1\s*;?\s*$/i.test(sql)) return false;
  if (/^\s*select\s+(?:count|max|min|sum|avg|exists)\s*\(/i.test(sql) && !/\bgroup\s+by\b/i.test(sql)) return false;
  if (/\bwhere\s+(?:\w+\.)?(?:id|pk|rowid|uuid)\s*=/i.test(sql)) return false;
  for (const above of outwards(node))
    if (above.is('pipeline') && /\|\s*(?:\w+=\S*\s+)*(?:sort|wc|grep\s+-\w*[qc])\b/.test(above.text())) return false;
  return true;
}
