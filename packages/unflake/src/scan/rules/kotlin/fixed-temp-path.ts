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
  flags: [
    'import java.io.File\nclass ATest { @Test fun a() { File("/tmp/report.txt").writeText("x")\n assertTrue(ok()) } }\n',
    'import java.nio.file.*\nclass ATest { @Test fun a() { val file = Path.of("/tmp/cache.db")\n Files.writeString(file, "x")\n assertTrue(load(file)) } }\n',
    'import java.io.*\nclass ATest { @Test fun a() { FileWriter("/tmp/out").use { it.write("x") }\n assertTrue(ok()) } }\n',
    'import java.io.File\nclass ATest { private val dir = File("/tmp/work")\n @BeforeEach fun up() { dir.mkdirs() } }\n',
  ],
  allows: [
    'import java.nio.file.*\nclass ATest { @Test fun a() { assertEquals(Path.of("/tmp/b"), Path.of("/tmp/a/../b").normalize()) } }\n',
    'class ATest { @TempDir lateinit var dir: File\n @Test fun a() { File(dir, "x").writeText("x")\n assertTrue(ok()) } }\n',
    'class ATest { @Test fun a() { assertEquals("/tmp/x", parse("--dir=/tmp/x").dir) } }\n',
    { file: 'src/main/kotlin/Sock.kt', text: 'import java.io.File\nfun open() { File("/tmp/app.sock").delete() }\n' },
  ],
});
