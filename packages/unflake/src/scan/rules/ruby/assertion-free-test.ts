import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('ruby', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not raise” is meant, say so: `expect { run }.not_to raise_error`.',
  find: [
    nodes({ rule: { kind: 'method', regex: '^def test_' } }, (node, file) =>
      assertsNothing(node, node.field('body')?.text() ?? '', file),
    ),
    nodes(
      { rule: { kind: 'call', regex: '^(?:it|specify|example|test|scenario)\\b' } },
      (node, file) => !isSpared(node) && assertsNothing(node, node.field('block')?.text() ?? '', file),
    ),
  ],
  flags: [
    'it "saves" do\n  repository.save(user)\nend\n',
    'class AppTest < Minitest::Test\n  def test_starts\n    app = App.new\n    app.start\n  end\nend\n',
    'test "runs" do\n  prepare("a")\nend\n',
    'it "waits" do\nend\n',
  ],
  allows: [
    'class AppTest < Minitest::Test\n  def test_header\n    refute_nil response["Expires"]\n  end\nend\n',
    'it "saves" do\n  expect(repository.save(user)).to be(true)\nend\n',
    'it { is_expected.to be_valid }\n',
    'it "does not raise" do\n  print(nil)\nend\n',
    'def round_trip(text)\n  assert_equal text, decode(encode(text))\nend\nclass CodeTest < Minitest::Test\n  def test_a\n    round_trip("a")\n  end\nend\n',
    'it "is said", skip: "later" do\n  run\nend\n',
  ],
});

const isSpared = (test: Node): boolean =>
  named(test.field('arguments')).some((part) => /^:?(?:skip|pending|aggregate)/.test(part.text()));
