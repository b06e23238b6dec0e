import { nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

export const absolutePath: Rule = {
  id: 'java/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes a path of one machine',
  why: 'On another machine, or for another user, the path is not there or holds something else.',
  fix: 'Load it from the class path (`getClass().getResourceAsStream("/a.json")`), or write it to a `@TempDir`.',
  find: [
    nodes(
      {
        rule: {
          kind: 'string_literal',
          regex:
            '^"(?:/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var/(?:lib|log|www))/|/etc/|[A-Za-z]:(?:\\\\\\\\|/)(?:Users|Program|Projects|dev|src|work|data|workspace))',
        },
      },
      isTouched,
    ),
  ],
  flags: [
    'import java.io.*;\nclass ATest { @Test void a() throws Exception { try (FileReader in = new FileReader("/home/alice/app/a.json")) { assertTrue(in.ready()); } } }\n',
    'import java.nio.file.*;\nclass ATest { @Test void a() throws Exception { assertEquals("x", Files.readString(Paths.get("/Users/bob/shop/a.txt"))); } }\n',
    'import java.io.File;\nclass ATest { @Test void a() { File file = new File("/etc/hosts"); assertTrue(file.exists()); } }\n',
    'import java.io.File;\nclass ATest { @Test void a() { assertTrue(new File("C:\\\\Users\\\\bob\\\\a.txt").isFile()); } }\n',
  ],
  allows: [
    'class ATest { @Test void a() { assertEquals("~/app", shorten("/home/alice/app")); } }\n',
    'import java.nio.file.*;\nclass ATest { @Test void a() { Path path = Path.of("/home/alice/app"); assertEquals("app", path.getFileName().toString()); } }\n',
    'class ATest { @Test void a() throws Exception { assertNotNull(getClass().getResourceAsStream("/data/a.json")); } }\n',
    {
      file: 'src/main/java/Conf.java',
      text: 'import java.io.File;\nclass Conf { boolean has() { return new File("/etc/app.conf").exists(); } }\n',
    },
  ],
};
