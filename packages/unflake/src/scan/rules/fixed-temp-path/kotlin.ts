import { isTouchedByText, type Touches } from '../../semantics/touched-text.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const TOUCHES: Touches = {
  calls:
    'Files\\.\\w+|FileWriter|FileReader|FileOutputStream|FileInputStream|RandomAccessFile|PrintWriter|FileUtils\\.\\w+',
  methods:
    'writeText|readText|appendText|mkdirs?|delete\\w*|createNewFile|exists|listFiles|writeBytes|readBytes|readLines|createDirector\\w*|createFile|outputStream|inputStream|bufferedWriter|forEachLine|copyTo|copyRecursively',
};

export const kotlin: LanguageRule = {
  fix: 'Take the folder from JUnit: `@TempDir lateinit var dir: Path`; in Kotest `tempdir()`.',
  find: [
    nodesOf('string_literal', /^"(?:\/tmp\/|\/var\/tmp\/)[^$]*"$/, (node, file) =>
      isTouchedByText(node, file, TOUCHES),
    ),
  ],
};
