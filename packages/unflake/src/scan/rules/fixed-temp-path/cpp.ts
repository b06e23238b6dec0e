import { isTouchedByText, type Touches } from '../../semantics/touched-text.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const TOUCHES: Touches = {
  calls:
    '\\b(?:fopen|open|std::(?:i|o)?fstream|(?:i|o)fstream|mkdir|unlink|remove|rename|create_director(?:y|ies)|remove_all|exists|sqlite3_open\\w*|copy_file|access|stat|opendir|freopen|(?:Write|Read)File\\w*)',
  methods: 'open',
};

export const cpp: LanguageRule = {
  fix: 'Make one of your own: `mkdtemp`, `testing::TempDir()` with the test’s name, `std::filesystem::temp_directory_path() / unique_name`.',
  find: [
    nodesOf(
      'string_literal',
      /^"(?:\/tmp\/|\/var\/tmp\/)[^"%]*"$/,
      (node, file) => !/XXXXXX"$/.test(node.text()) && isTouchedByText(node, file, TOUCHES),
    ),
  ],
};
