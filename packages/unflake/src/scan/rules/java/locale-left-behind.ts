import { calls, type Rule } from '../rule.ts';
import { undone } from '../undone.ts';
import { calledName, isStep, putsBack } from './around.ts';

export const localeLeftBehind: Rule = {
  id: 'java/locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes the JVM’s locale or time zone and does not put it back',
  why: 'Every test that formats, parses or compares later in this JVM gets the other one.',
  fix: 'Pass the `Locale` or `ZoneId` where it is needed, put the default back in `@AfterEach`, or use JUnit Pioneer’s `@DefaultLocale`.',
  find: [
    calls(
      ['java.util.Locale.setDefault', 'java.util.TimeZone.setDefault', 'org.joda.time.DateTimeZone.setDefault'],
      ({ node, name, file }) => {
        if (!isStep(node, file) || putsBack(node) || /@(?:DefaultLocale|DefaultTimeZone)\b/.test(file.text))
          return false;
        const owner = name.split('.').at(-2)!;
        return !undone(
          node,
          file,
          { rule: { kind: 'method_invocation', regex: `^${owner}\\.setDefault\\(` } },
          (other) => calledName(other) === 'setDefault',
        );
      },
    ),
  ],
  flags: [
    'import java.util.Locale;\nclass ATest { @Test void a() { Locale.setDefault(Locale.GERMANY); assertEquals("1,5", format(1.5)); } }\n',
    'import java.util.TimeZone;\nclass ATest { @BeforeAll static void up() { TimeZone.setDefault(TimeZone.getTimeZone("UTC")); } @Test void a() { assertTrue(x()); } }\n',
    'import java.util.*;\nclass ATest { @Test void a() { TimeZone.setDefault(null); assertTrue(x()); } }\n',
    'import java.util.*;\nclass ATest { @Test void a() { Locale.setDefault(Locale.FRANCE); assertTrue(x()); } @Test void b() { Locale.setDefault(Locale.ROOT); assertTrue(y()); } }\n',
  ],
  allows: [
    'import java.util.Locale;\nclass ATest { Locale old = Locale.getDefault(); @AfterEach void down() { Locale.setDefault(old); } @Test void a() { Locale.setDefault(Locale.GERMANY); assertEquals("1,5", format(1.5)); } }\n',
    'import java.util.*;\nclass ATest { @Test void a() { TimeZone old = TimeZone.getDefault(); TimeZone.setDefault(zone); try { assertTrue(x()); } finally { TimeZone.setDefault(old); } } }\n',
    {
      file: 'src/main/java/Main.java',
      text: 'import java.util.Locale;\nclass Main { void run() { Locale.setDefault(Locale.ROOT); } }\n',
    },
    'class ATest { @Test void a() { settings.setDefault("x"); assertEquals("x", settings.getDefault()); } }\n',
  ],
};
