import { calleeOf, isOfPackage } from '../../semantics/go/around.ts';
import { outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

/** What is different in another zone. */
const OF_THE_ZONE =
  /^(?:Format|AppendFormat|String|Hour|Day|Weekday|YearDay|Date|Month|Year|ISOWeek|Clock|Zone|Minute)$/;

export const go: LanguageRule = {
  fix: 'Convert first: `t.UTC()` or `t.In(location)`; give `time.UTC` to `time.Date` and `time.ParseInLocation`.',
  find: [
    nodes(
      { rule: { kind: 'selector_expression', regex: '^time\\.Local$' } },
      (node, file) => file.imports.names.get('time') === 'time' && !isSetOrAsked(node),
    ),
    calls(['time.Unix', 'time.UnixMilli', 'time.UnixMicro', 'time.Now'], ({ node }) =>
      OF_THE_ZONE.test(methodOn(node) ?? ''),
    ),
    calls(
      ['*.Local'],
      ({ node, args, file }) =>
        !isOfPackage(node, file) &&
        args.length === 0 &&
        file.imports.names.get('time') === 'time' &&
        node.parent()?.is('expression_statement') !== true,
    ),
    calls(['time.LoadLocation'], ({ args }) => args[0]?.text() === '"Local"'),
  ],
};

/** The method that is called on a call's result at once. */
function methodOn(call: Node): string | null {
  const selector = call.parent();
  if (selector === null || !selector.is('selector_expression') || !selector.parent()?.is('call_expression'))
    return null;
  return selector.field('field')?.text() ?? null;
}

/** `time.Local = time.UTC` pins the zone, and a comparison asks for it. */
function isSetOrAsked(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('binary_expression')) return true;
    if (above.is('assignment_statement')) return (above.field('left')?.end() ?? 0) >= node.end();
    if (above.is('call_expression') && /(?:Equal|Same)$/.test(calleeOf(above))) return true;
    if (above.is('short_var_declaration') || above.is('block'))
      return /^(?:old|saved|orig|prev)/.test(above.is('block') ? '' : above.text());
  }
  return false;
}
