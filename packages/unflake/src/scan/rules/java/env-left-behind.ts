import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { isAfter, quoted, undone } from '../undone.ts';
import { isInAfterHook, isStep, putsBack } from './around.ts';

const KEPT =
  /@(?:SetSystemProperty|ClearSystemProperty|RestoreSystemProperties|SetEnvironmentVariable)\b|\b(?:restoreSystemProperties|RestoreSystemProperties|ProvideSystemProperty|SystemPropertiesExtension|SystemStubs)\b/;

export const envLeftBehind: Rule = {
  id: 'java/env-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes a system property and does not put it back',
  why: 'Every test that runs later in this JVM sees the change.',
  fix: 'Put it back in `@AfterEach` (`System.clearProperty`, or the value that was there), or use JUnit Pioneer’s `@SetSystemProperty`.',
  find: [
    calls(
      ['System.setProperty', 'System.clearProperty', 'Boolean.setBoolean'],
      ({ node, args, file }) =>
        isStep(node, file) &&
        !putsBack(node) &&
        !KEPT.test(file.text) &&
        !isRestored(node, args[0]?.text() ?? '', file),
    ),
    calls(
      ['System.setProperties'],
      ({ node, file }) =>
        isStep(node, file) &&
        !putsBack(node) &&
        !undone(node, file, { rule: { kind: 'method_invocation', regex: '^System\\.setProperties\\(' } }),
    ),
  ],
  flags: [
    'class ATest { @Test void a() { System.setProperty("app.mode", "prod"); assertEquals("prod", mode()); } }\n',
    'class ATest { @BeforeAll static void up() { System.setProperty("app.home", dir); } @Test void a() { assertTrue(ready()); } }\n',
    'class ATest { @Test void a() { System.clearProperty("user.language"); assertNull(language()); } }\n',
    'class ATest { @Test void a() { System.setProperty("a", "1"); assertTrue(a()); } @Test void b() { System.clearProperty("b"); System.setProperty("b", "1"); assertTrue(b()); } }\n',
  ],
  allows: [
    'class ATest { @AfterEach void down() { System.clearProperty("app.mode"); } @Test void a() { System.setProperty("app.mode", "prod"); assertEquals("prod", mode()); } }\n',
    'class ATest { @Test void a() { String old = System.getProperty("x"); try { System.setProperty("x", "1"); assertTrue(x()); } finally { System.setProperty("x", old); } } }\n',
    'class ATest { @Test @SetSystemProperty(key = "x", value = "1") void a() { System.setProperty("x", "2"); assertTrue(x()); } }\n',
    {
      file: 'src/main/java/Main.java',
      text: 'class Main { public static void main(String[] args) { System.setProperty("java.awt.headless", "true"); } }\n',
    },
    'class ATest { @Test void a() { config.setProperty("x", "1"); assertEquals("1", config.getProperty("x")); } }\n',
  ],
};

function isRestored(node: Node, key: string, file: SourceFile): boolean {
  const same = `^System\\.(?:set|clear)Property\\([ \\n]*${quoted(key)}[ \\n]*[,)]|^restoreProperty\\(`;
  if (
    undone(
      node,
      file,
      { rule: { kind: 'method_invocation', regex: same } },
      (other) => isAfter(other, node) || isInAfterHook(other) || isAfter(node, other),
    )
  )
    return true;
  return undone(node, file, { rule: { kind: 'method_invocation', regex: '^System\\.setProperties\\(' } });
}
