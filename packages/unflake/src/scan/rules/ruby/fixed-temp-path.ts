import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { isTouchedByText, type Touches } from '../touched-text.ts';

const TOUCHES: Touches = {
  calls:
    'File\\.(?:write|open|new|read|exist|delete|binwrite|readlines|foreach|rename|unlink)|FileUtils\\.\\w+|Dir\\.(?:mkdir|children|glob|exist|entries)|IO\\.(?:write|read)|SQLite3::Database\\.new|CSV\\.(?:open|read|foreach)|YAML\\.load_file|Logger\\.new|File\\.join|[A-Z]\\w*\\.(?:load|open|import|export)',
  methods: 'write|mkpath|mkdir|delete|read|open|exist|rmtree|children|binwrite|unlink',
};

export const fixedTempPath = ruleOf('ruby', 'fixed-temp-path', {
  fix: 'Make one of your own: `Dir.mktmpdir { |dir| … }`, `Tempfile.create`.',
  find: [
    nodes({ rule: { kind: 'string', regex: '^["\'](?:/tmp/|/var/tmp/)[^#]*["\']$' } }, (node, file) =>
      isTouchedByText(node, file, TOUCHES),
    ),
  ],
  flags: [
    'it "writes" do\n  File.write("/tmp/report.txt", "x")\n  expect(load).to be_ok\nend\n',
    'it "keeps" do\n  path = "/tmp/cache.db"\n  FileUtils.rm_f(path)\n  expect(cache(path)).to be_empty\nend\n',
    'before { FileUtils.mkdir_p("/tmp/work") }\n',
    'let(:db) { SQLite3::Database.new("/tmp/test.sqlite") }\n',
  ],
  allows: [
    'it "normalises" do\n  expect(normalise("/tmp/a/../b")).to eq("/tmp/b")\nend\n',
    'it "writes" do\n  Dir.mktmpdir { |dir| File.write("#{dir}/x", "x") }\n  expect(1).to eq(1)\nend\n',
    { file: 'lib/sock.rb', text: 'File.delete("/tmp/app.sock")\n' },
    'it "reads options" do\n  expect(parse("--dir=/tmp/x").dir).to eq("/tmp/x")\nend\n',
  ],
});
