import { hasReason } from '../../semantics/reason-beside.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Say why: `$this->markTestSkipped("waits for #12")`, Pest’s `->skip("why")`, or a comment beside it; or take the test out.',
  find: [
    calls(
      '*.markTestSkipped *.markTestIncomplete',
      ({ node, args, file }) =>
        (args.length === 0 || /^["']\s*["']$/.test(args[0]!.text())) && isAlone(node) && !hasReason(node, file),
    ),
    calls('?.skip ?.todo', ({ node, args, file }) => args.length === 0 && isPest(node) && !hasReason(node, file)),
  ],
};

/** A statement of the test itself, that nothing decides about. */
const isAlone = (node: Node): boolean => node.parent()?.parent()?.parent()?.is('method_declaration') === true;

const isPest = (node: Node): boolean => /^(?:it|test|describe)\s*\(/.test(node.field('object')?.text() ?? '');
