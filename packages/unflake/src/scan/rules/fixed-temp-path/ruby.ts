import { isTouchedByText, type Touches } from '../../semantics/touched-text.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const TOUCHES: Touches = {
  calls:
    'File\\.(?:write|open|new|read|exist|delete|binwrite|readlines|foreach|rename|unlink)|FileUtils\\.\\w+|Dir\\.(?:mkdir|children|glob|exist|entries)|IO\\.(?:write|read)|SQLite3::Database\\.new|CSV\\.(?:open|read|foreach)|YAML\\.load_file|Logger\\.new|File\\.join|[A-Z]\\w*\\.(?:load|open|import|export)',
  methods: 'write|mkpath|mkdir|delete|read|open|exist|rmtree|children|binwrite|unlink',
};

export const ruby: LanguageRule = {
  fix: 'Make one of your own: `Dir.mktmpdir { |dir| … }`, `Tempfile.create`.',
  find: [
    nodesOf('string', /^["'](?:\/tmp\/|\/var\/tmp\/)[^#]*["']$/, (node, file) => isTouchedByText(node, file, TOUCHES)),
  ],
};
