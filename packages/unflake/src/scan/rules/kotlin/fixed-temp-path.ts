import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { isTouchedByText, type Touches } from '../touched-text.ts';

const TOUCHES: Touches = {
  calls:
    'Files\\.\\w+|FileWriter|FileReader|FileOutputStream|FileInputStream|RandomAccessFile|PrintWriter|FileUtils\\.\\w+',
  methods:
    'writeText|readText|appendText|mkdirs?|delete\\w*|createNewFile|exists|listFiles|writeBytes|readBytes|readLines|createDirector\\w*|createFile|outputStream|inputStream|bufferedWriter|forEachLine|copyTo|copyRecursively',
};

export const fixedTempPath = ruleOf('kotlin', 'fixed-temp-path', {
  fix: 'Take the folder from JUnit: `@TempDir lateinit var dir: Path`; in Kotest `tempdir()`.',
  find: [
    nodes({ rule: { kind: 'string_literal', regex: '^"(?:/tmp/|/var/tmp/)[^$]*"$' } }, (node, file) =>
      isTouchedByText(node, file, TOUCHES),
    ),
  ],
});
