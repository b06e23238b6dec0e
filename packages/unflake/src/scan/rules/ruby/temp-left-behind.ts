import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, sharedText } from '../place.ts';
import { calls } from '../rule.ts';

export const tempLeftBehind = ruleOf('ruby', 'temp-left-behind', {
  fix: 'Use the block, which removes it: `Dir.mktmpdir { |dir| … }`, or `FileUtils.remove_entry(dir)` in `after`.',
  find: [
    calls(
      ['Dir.mktmpdir'],
      ({ node, file }) =>
        node.field('block') === null &&
        !/\(&/.test(node.text()) &&
        !isHandedOn(heldName(node), node, file) &&
        !/\b(?:remove_entry\w*|rm_rf?|rm_f|rmtree|remove_dir|rm_r)\b/.test(sharedText(node, file)),
    ),
    calls(
      ['Tempfile.create'],
      ({ node, file }) =>
        node.field('block') === null && !/\b(?:unlink|File\.delete|rm_f|rm|delete)\b/.test(sharedText(node, file)),
    ),
  ],
  flags: [
    'it "builds" do\n  dir = Dir.mktmpdir\n  expect(build(dir)).to be_ok\nend\n',
    'let(:dir) { Dir.mktmpdir("x") }\n',
    'before { @dir = Dir.mktmpdir }\n',
    'it "saves" do\n  file = Tempfile.create("x")\n  expect(save(file)).to be(true)\nend\n',
  ],
  allows: [
    'it "builds" do\n  Dir.mktmpdir { |dir| expect(build(dir)).to be_ok }\nend\n',
    'before { @dir = Dir.mktmpdir }\nafter { FileUtils.remove_entry(@dir) }\n',
    'it "saves" do\n  file = Tempfile.new("x")\n  expect(save(file)).to be(true)\nend\n',
    { file: 'lib/cache.rb', text: 'def dir\n  @dir ||= Dir.mktmpdir\nend\n' },
  ],
});
