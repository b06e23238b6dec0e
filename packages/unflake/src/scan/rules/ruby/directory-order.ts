import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { isSeenInOrder } from '../seen-order.ts';

export const directoryOrder = ruleOf('ruby', 'directory-order', {
  fix: 'Sort first: `Dir.children(dir).sort`; `Dir.glob` sorts by itself since Ruby 3.0.',
  find: [
    calls(['Dir.children', 'Dir.entries', 'Dir.each_child', 'Dir.foreach', 'Find.find'], ({ node, file }) =>
      isSeenInOrder(node, file),
    ),
    calls(
      ['Dir.glob'],
      ({ node, args, file }) => args.some((arg) => /^sort:\s*false$/.test(arg.text())) && isSeenInOrder(node, file),
    ),
    calls(
      ['*.children', '*.each_child'],
      ({ node, file }) =>
        /\bPathname\b|\.join\(|_path$|_dir$/.test(node.field('receiver')?.text() ?? '') && isSeenInOrder(node, file),
    ),
  ],
  flags: [
    'def first(dir)\n  Dir.children(dir).first\nend\n',
    'def names(dir)\n  out = []\n  Dir.each_child(dir) { |name| out << name }\n  out\nend\n',
    'it "lists" do\n  files = Dir.children(dir)\n  expect(files).to eq(%w[a.txt b.txt])\nend\n',
    'puts Dir.entries(".").join("\\n")\n',
  ],
  allows: [
    'def first(dir)\n  Dir.children(dir).sort.first\nend\n',
    'it "lists" do\n  expect(Dir.children(dir)).to match_array(%w[a b])\nend\n',
    'n = Dir.children(dir).size\n',
    'Dir.each_child(dir) { |name| File.delete(File.join(dir, name)) }\n',
    'Dir.glob("*.rb").each { |file| puts file }\n',
  ],
});
