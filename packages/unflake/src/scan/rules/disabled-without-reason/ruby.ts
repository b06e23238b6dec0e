import type { SourceFile } from '../../facts/source-file.ts';
import { hasReason } from '../../semantics/reason-beside.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Say why: `skip "waits for #12"`, `it "…", skip: "why" do`; or take the test out.',
  find: [
    calls(
      'xit xspecify xexample xdescribe xcontext xscenario',
      ({ node, file }) => node.field('receiver') === null && !hasReason(node, file),
    ),
    calls(
      'skip pending',
      ({ node, args, file }) => node.field('block') === null && args.length === 0 && isAlone(node, file),
    ),
    nodesOf('identifier', /^(?:skip|pending)$/, (node, file) => !node.parent()?.is('call') && isAlone(node, file)),
    nodesOf(
      'pair',
      /^(?::?skip|:?pending)[ ]*(?:=>|:)[ ]*true$/,
      (node, file) => isForExample(node.parent()?.parent()) && !hasReason(node, file),
    ),
    nodesOf(
      'simple_symbol',
      /^:(?:skip|pending)$/,
      (node, file) => isForExample(node.parent()?.parent()) && !hasReason(node, file),
    ),
  ],
};

/** In a test, as a statement of its own that nothing decides about. */
function isAlone(node: Node, file: SourceFile): boolean {
  const kind = node.parent()?.kind() as string;
  return /^(?:body_statement|block_body)$/.test(kind) && file.testAround(node) !== null && !hasReason(node, file);
}

const isForExample = (call: Node | null | undefined): boolean =>
  call?.is('call') === true &&
  named(call).some((part) => /^(?:it|specify|example|describe|context|scenario|test)$/.test(part.text()));
