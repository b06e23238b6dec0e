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
};
