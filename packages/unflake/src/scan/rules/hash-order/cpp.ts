import type { SourceFile } from '../../facts/source-file.ts';
import { functionText } from '../../semantics/place.ts';
import { quoted } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const HASHED = '\\bunordered_(?:multi)?(?:map|set)[ ]*<|\\bflat_hash_(?:map|set)[ ]*<';
const COLLECTS = /<<|push_back|emplace_back|\+=|append|printf|insert\([^)]*\.end\(\)/;

export const cpp: LanguageRule = {
  fix: 'Use `std::map` or `std::set`, sort what is collected, or compare without order: `UnorderedElementsAre(…)`.',
  find: [nodesOf('for_range_loop', null, isSeen, new RegExp(HASHED.replaceAll('[ ]', ' ')))],
};

function isSeen(loop: Node, file: SourceFile): boolean {
  const over = loop.field('right')?.text() ?? '';
  // What an assertion prints when it fails is seen by nobody else.
  const body = (loop.field('body')?.text() ?? '').replace(/\b(?:EXPECT|ASSERT|CHECK|REQUIRE|V?LOG)\w*\([^;]*;/g, '');
  if (!/^[\w.>-]+$/.test(over) || !COLLECTS.test(body)) return false;
  const name = /(\w+)$/.exec(over)?.[1] ?? '';
  const declared = new RegExp(`(?:${HASHED})[^;()]*>[ &]*${quoted(name)}\\b`);
  const around = functionText(loop, file);
  if (!declared.test(around) && !declared.test(file.text)) return false;
  // Numbers that are added up come out the same in any order.
  const sums = /^\{?\s*(\w+)\s*\+=/.exec(body)?.[1];
  if (sums !== undefined && new RegExp(`\\b(?:int|long|size_t|unsigned|u?int\\d+_t)\\s+${sums}\\b`).test(around))
    return false;
  return !/\bsort\(|std::(?:set|map|multiset)\b|Unordered/.test(around);
}
