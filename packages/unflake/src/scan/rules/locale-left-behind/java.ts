import { calledName, isStep, putsBack } from '../../semantics/java/around.ts';
import { undone } from '../../semantics/undone.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Pass the `Locale` or `ZoneId` where it is needed, put the default back in `@AfterEach`, or use JUnit Pioneer’s `@DefaultLocale`.',
  find: [
    calls(
      'java.util.Locale.setDefault java.util.TimeZone.setDefault org.joda.time.DateTimeZone.setDefault',
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
