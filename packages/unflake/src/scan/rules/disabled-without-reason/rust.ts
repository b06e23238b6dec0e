import { attributes } from '../../facts/dialects/rust.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

/** Says that it is off, and not why. */
const NO_REASON =
  /^#\[ignore\s*=\s*"\s*(?:(?:todo|fixme|skip(?:ped)?|flaky|broken|disabled?|wip|tbd|for now|fails?|ignored?|temporar(?:y|ily))[\s:.!-]*)*"\s*\]$/i;

export const rust: LanguageRule = {
  fix: 'Say why and until when: `#[ignore = "needs a shop server, see issue 12"]`; or delete the test.',
  where: 'anywhere',
  find: [
    nodesOf('attribute_item', /^#\[\s*(?:ignore\b|cfg\((?:any\(\)|FALSE|never|not\(test\))\))/, (node) => {
      const text = node.text();
      if (/^#\[\s*cfg/.test(text)) return isOnTest(node);
      if (!/^#\[\s*ignore\s*\]$/.test(text) && !NO_REASON.test(text)) return false;
      return !hasComment(node);
    }),
  ],
};

function isOnTest(attribute: Parameters<typeof attributes>[0]): boolean {
  for (let item = attribute.next(); item !== null; item = item.next()) {
    if (item.is('function_item')) return attributes(item).some((text) => /^#\[(?:\w+::)*test\b/.test(text));
    if (!item.is('attribute_item') && !/comment$/.test(item.kind())) return false;
  }
  return false;
}

/** A comment beside it, or between the attributes, says why. */
function hasComment(attribute: Parameters<typeof attributes>[0]): boolean {
  const says = (node: typeof attribute | null): boolean =>
    node !== null &&
    /^(?:line|block)_comment$/.test(node.kind()) &&
    /[a-z]{3,}.*[a-z]{3,}/i.test(node.text()) &&
    !/expect:|^\/\/[/!]/.test(node.text());
  const line = attribute.range().start.line;
  const before = attribute.prev();
  return [attribute.next(), before].some((node) => says(node) && Math.abs(node!.range().start.line - line) <= 1);
}
