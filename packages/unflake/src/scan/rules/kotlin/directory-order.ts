import { ruleOf } from '../kinds.ts';
import { isSeenInOrder } from '../seen-order.ts';
import { called } from './called.ts';

export const directoryOrder = ruleOf('kotlin', 'directory-order', {
  fix: 'Sort first: `dir.listFiles()!!.sorted()`, `Files.list(dir).sorted()`.',
  find: [
    called(
      [
        '*.listFiles',
        '*.walkTopDown',
        '*.walkBottomUp',
        '*.listDirectoryEntries',
        'java.nio.file.Files.list',
        'java.nio.file.Files.walk',
      ],
      ({ node, file }) => isSeenInOrder(node, file),
    ),
    called(
      ['*.list', '*.walk'],
      ({ node, args, file }) =>
        args.length === 0 &&
        /(?:File\([^()]*\)|\b\w*[dD]ir\w*|folder|root)\??\.(?:list|walk)\(\)/.test(node.text()) &&
        isSeenInOrder(node, file),
    ),
  ],
  flags: [
    'import java.io.File\nfun first(dir: File) = dir.listFiles()!![0]\n',
    'import java.io.File\nfun names(dir: File): String {\n  val out = StringBuilder()\n  for (file in dir.listFiles()!!) { out.append(file.name) }\n  return out.toString()\n}\n',
    'import java.io.File\nclass ATest { @Test fun a() { val files = dir.listFiles()\n assertEquals("a.txt", files.first().name) } }\n',
    'import java.nio.file.*\nfun all(dir: Path) = Files.list(dir).map { it.toString() }.toList().joinToString()\n',
  ],
  allows: [
    'import java.io.File\nfun first(dir: File) = dir.listFiles()!!.sorted()[0]\n',
    'import java.io.File\nfun count(dir: File) = dir.listFiles()!!.size\n',
    'import java.io.File\nfun clear(dir: File) { dir.listFiles()!!.forEach { it.delete() } }\n',
    'fun all(repository: Repository) = repository.list().first()\n',
    'import java.io.File\nclass ATest { @Test fun a() { assertThat(dir.listFiles()).containsExactlyInAnyOrder(a, b) } }\n',
  ],
});
