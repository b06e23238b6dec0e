/** Whether a listing is looked at in the order in which it came, asked of the text around it. Only what surely looks is told. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { words } from '../rules/rule.ts';
import { nearest } from '../syntax/node.ts';
import { functionOf, functionText, heldName, statementOf } from './place.ts';
import { quoted, re } from './undone.ts';

const SORTS =
  /\bu?k?a?sort\b|[.>]sort\w*|std::(?:ranges::)?sort|\.Sort\(|OrderBy|\.Order\(|sorted|qsort|std::(?:multi)?(?:set|map)\b|TreeSet|TreeMap|SortedSet/i;
const UNSEEN =
  /\.(?:size|count|Count|length|Length|any\w*\?*|Any|all\w*\?*|All|none\w*\?*|empty\?*|isEmpty|isNotEmpty|include\?|Contains|contains\w*|toSet|to_set|ToHashSet|ToDictionary|associate\w*|group\w*|sum\w*|max\w*|min\w*)\b|\bcount\(|iterator_count|match_array|contain_exactly|[Cc]ontain\w*InAnyOrder|BeEquivalentTo|Equivalent|Canonicalizing|InAnyOrder|UnorderedElementsAre|Assert\.(?:Single|Empty|NotEmpty|Contains|DoesNotContain|All)\b|assertCount|assertEmpty|assertNotEmpty|hasSize|shouldHaveSize|\b(?:delete|unlink|remove|rm_|rmdir)|[.>](?:[Dd]elete|[Rr]emove)/;
const FIRST =
  /\[\s*0\s*\]|\.(?:first|First\w*|last|Last|front|joinToString|join)\b|\.toList\(\)\s*[;)]|\b[tT]oList\(\)\)|joining\(|\bimplode\(|string\.Join/i;
const COMPARES = /\b(?:assert\w*|expect|EXPECT_\w+|REQUIRE|CHECK)\b|Assert\.|\bshould/;
const COLLECTS =
  /(?:<<|\+=|\.=|\[\]\s*=|\.(?:append|push|add|Add|AddRange|push_back|emplace_back|Append\w*|WriteLine)\b|\b(?:puts|print\w*|println|echo|yield|cout|printf|array_push)\b)/;
const LOOPS = words('foreach_statement enhanced_for_statement for_range_loop for_statement while_statement while for');

export function isSeenInOrder(listing: Node, file: SourceFile): boolean {
  const around = functionText(listing, file);
  const loop = loopOver(listing, file);
  if (loop !== null) {
    const body = loop.slice(loop.search(/\{|\bdo\b|\)\s/));
    return (
      COLLECTS.test(body) &&
      !UNSEEN.test(body.replace(/\.(?:size|length|count|Length|Count)\b/g, '')) &&
      !SORTS.test(around)
    );
  }
  const statement = statementOf(listing).text();
  if (SORTS.test(statement) || UNSEEN.test(statement)) return false;
  if (FIRST.test(statement) || COMPARES.test(statement)) return true;
  const held = heldName(listing);
  return held !== null && isNameSeen(held, around);
}

/** The text of the loop whose elements the listing gives: a statement, or a block that is called for each. */
function loopOver(listing: Node, file: SourceFile): string | null {
  const loop = nearest(listing, [...LOOPS, ...file.dialect.scopes]);
  if (loop !== null && LOOPS.includes(loop.kind()) && functionOf(listing, file).id() !== loop.id()) {
    const head = loop.text().split('{', 1)[0]!;
    if (head.includes(listing.text().split('\n', 1)[0]!.slice(0, 40))) return loop.text();
  }
  const statement = statementOf(listing).text();
  const rest = statement.slice(statement.indexOf(listing.text()) + listing.text().length);
  return /^\s*\??\.(?:each\w*|forEach\w*)\b/.test(rest) ||
    (/\b(?:each_child|foreach|find)$/.test(listing.text().split(/[( ]/, 1)[0]!) && /\bdo\b|\{/.test(listing.text()))
    ? statement
    : null;
}

function isNameSeen(name: string, around: string): boolean {
  const word = `(?<![\\w.])${quoted(name)}\\b`;
  if (
    re`(?:sort\w*|Sort\w*)\(\s*&?${word}|${word}\s*(?:\.|->)\s*(?:sort\w*|OrderBy|Order|Sort|begin\(\),[^;]*sort)`.test(
      around,
    ) ||
    SORTS.test(around)
  )
    return false;
  if (
    re`${word}\s*(?:\[\s*0\s*\]|\??\.(?:first|First|last|Last|front|join|joinToString)\b)|(?:implode|Join)\([^;]*${word}`.test(
      around,
    )
  )
    return true;
  const compared = re`(?:assert\w*|Assert\.\w+|expect|EXPECT_EQ|REQUIRE|CHECK)\b[^;\n]*${word}(?!\s*(?:\.|->|\?\.)|[^;\n]*(?:match_array|contain_exactly|InAnyOrder|Equivalent|Canonicalizing|Unordered|include|Contains|hasSize|is(?:Not)?Empty))`;
  if (compared.test(around)) return !re`(?:count|sizeof|Count|size)\s*\(\s*${word}|assertCount`.test(around);
  return re`(?:for|foreach)\b[^{;\n]*${word}[^{;\n]*[{:\n][^}]*?(?:\+=|<<|push|append|\.Add|echo|puts|print)`.test(
    around,
  );
}
