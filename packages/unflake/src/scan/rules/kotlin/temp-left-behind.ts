import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, sharedText } from '../place.ts';
import { called } from './called.ts';

export const tempLeftBehind = ruleOf('kotlin', 'temp-left-behind', {
  fix: 'Take the folder from JUnit (`@TempDir`) or Kotest (`tempdir()`, `tempfile()`), or `deleteRecursively()` in `@AfterEach`.',
  find: [
    called(
      [
        'java.nio.file.Files.createTempFile',
        'java.nio.file.Files.createTempDirectory',
        'java.io.File.createTempFile',
        'kotlin.io.path.createTempFile',
        'kotlin.io.path.createTempDirectory',
        'kotlin.io.createTempFile',
        'kotlin.io.createTempDir',
      ],
      ({ node, args, file }) =>
        !/@TempDir|TemporaryFolder|tempdir\(/.test(file.text) &&
        !(args.length > 2) &&
        !isHandedOn(heldName(node), node, file) &&
        !/\.?(?:delete\w*|deleteRecursively|deleteOnExit|deleteIfExists|deleteExisting)\b/.test(sharedText(node, file)),
    ),
  ],
  flags: [
    'import java.nio.file.Files\nclass ATest { @Test fun a() { val dir = Files.createTempDirectory("a")\n assertTrue(build(dir)) } }\n',
    'import java.io.File\nclass ATest { @Test fun a() { val file = File.createTempFile("a", ".txt")\n assertEquals(0, file.length()) } }\n',
    'import kotlin.io.path.createTempDirectory\nclass ATest { private val dir = createTempDirectory()\n @Test fun a() { assertTrue(build(dir)) } }\n',
    'import kotlin.io.path.createTempFile\nclass ATest { @BeforeEach fun up() { file = createTempFile() } }\n',
  ],
  allows: [
    'import java.io.File\nclass ATest { @Test fun a() { val file = File.createTempFile("a", ".txt")\n file.deleteOnExit()\n assertEquals(0, file.length()) } }\n',
    'import java.nio.file.*\nclass ATest { @TempDir lateinit var dir: Path\n @Test fun a() { assertTrue(load(Files.createTempFile(dir, "a", "b"))) } }\n',
    'import kotlin.io.path.*\nclass ATest { private val dir = createTempDirectory()\n @AfterEach fun down() { dir.toFile().deleteRecursively() } }\n',
    {
      file: 'src/main/kotlin/Cache.kt',
      text: 'import java.nio.file.Files\nfun dir() = Files.createTempDirectory("c")\n',
    },
  ],
});
