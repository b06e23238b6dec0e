import type { SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { hasReason } from '../reason-beside.ts';
import { calls, nodes } from '../rule.ts';

export const disabledWithoutReason = ruleOf('ruby', 'disabled-without-reason', {
  fix: 'Say why: `skip "waits for #12"`, `it "…", skip: "why" do`; or take the test out.',
  find: [
    calls(
      ['xit', 'xspecify', 'xexample', 'xdescribe', 'xcontext', 'xscenario'],
      ({ node, file }) => node.field('receiver') === null && !hasReason(node, file),
    ),
    calls(
      ['skip', 'pending'],
      ({ node, args, file }) => node.field('block') === null && args.length === 0 && isAlone(node, file),
    ),
    nodes(
      { rule: { kind: 'identifier', regex: '^(?:skip|pending)$' } },
      (node, file) => !node.parent()?.is('call') && isAlone(node, file),
    ),
    nodes(
      { rule: { kind: 'pair', regex: '^(?::?skip|:?pending)[ ]*(?:=>|:)[ ]*true$' } },
      (node, file) => isForExample(node.parent()?.parent()) && !hasReason(node, file),
    ),
    nodes(
      { rule: { kind: 'simple_symbol', regex: '^:(?:skip|pending)$' } },
      (node, file) => isForExample(node.parent()?.parent()) && !hasReason(node, file),
    ),
  ],
  flags: [
    'xit "adds" do\n  expect(1).to eq(1)\nend\n',
    'class CartTest < Minitest::Test\n  def test_adds\n    skip\n    assert true\n  end\nend\n',
    'it "adds", skip: true do\n  expect(1).to eq(1)\nend\n',
    'it "adds", :pending do\n  expect(1).to eq(1)\nend\n',
    'it "adds" do\n  pending\n  expect(1).to eq(2)\nend\n',
  ],
  allows: [
    'it "adds" do\n  skip "no mail server in the sandbox (#41)"\n  expect(1).to eq(1)\nend\n',
    '# The sandbox has no mail server yet (#41).\nxit "adds" do\n  expect(1).to eq(1)\nend\n',
    'it "adds", skip: "waits for #12" do\n  expect(1).to eq(1)\nend\n',
    'it "skips" do\n  expect(reader.skip).to eq(3)\nend\n',
    'it "adds" do\n  skip unless ENV["MAIL"]\n  expect(1).to eq(1)\nend\n',
  ],
});

/** In a test, as a statement of its own that nothing decides about. */
function isAlone(node: Node, file: SourceFile): boolean {
  const kind = node.parent()?.kind() as string;
  return /^(?:body_statement|block_body)$/.test(kind) && file.testAround(node) !== null && !hasReason(node, file);
}

const isForExample = (call: Node | null | undefined): boolean =>
  call?.is('call') === true &&
  named(call).some((part) => /^(?:it|specify|example|describe|context|scenario|test)$/.test(part.text()));
