import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { functionText } from '../place.ts';
import { nodes } from '../rule.ts';
import { quoted } from '../undone.ts';

const HASHED = '\\bunordered_(?:multi)?(?:map|set)[ ]*<|\\bflat_hash_(?:map|set)[ ]*<';
const COLLECTS = /<<|push_back|emplace_back|\+=|append|printf|insert\([^)]*\.end\(\)/;

export const hashOrder = ruleOf('cpp', 'hash-order', {
  fix: 'Use `std::map` or `std::set`, sort what is collected, or compare without order: `UnorderedElementsAre(…)`.',
  find: [nodes({ rule: { kind: 'for_range_loop' } }, isSeen, new RegExp(HASHED.replaceAll('[ ]', ' ')))],
  flags: [
    'std::string names() { std::unordered_map<std::string, int> all; fill(all); std::string out; for (const auto& [name, n] : all) { out += name; } return out; }\n',
    'void show() { std::unordered_set<int> seen{1, 2}; for (int n : seen) std::cout << n; }\n',
    'TEST(A, B) { std::unordered_map<int, int> all = make(); std::vector<int> keys; for (auto& entry : all) { keys.push_back(entry.first); } EXPECT_EQ(keys[0], 1); }\n',
    'struct Index { std::unordered_set<std::string> words; void print(std::ostream& out) { for (const auto& word : words) out << word; } };\n',
  ],
  allows: [
    'TEST(A, B) { std::unordered_set<int> open = list(); for (int fd : open) { ASSERT_EQ(1, count(fd)) << "still open: " << fd; } }\n',
    'std::string names() { std::map<std::string, int> all; std::string out; for (const auto& [name, n] : all) { out += name; } return out; }\n',
    'int sum() { std::unordered_map<std::string, int> all; int total = 0; for (const auto& [name, n] : all) { total += n; } return total; }\n',
    'std::vector<int> keys() { std::unordered_set<int> all; std::vector<int> out; for (int n : all) out.push_back(n); std::sort(out.begin(), out.end()); return out; }\n',
    'void clear() { std::unordered_set<int> all; for (int n : all) release(n); }\n',
  ],
});

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
