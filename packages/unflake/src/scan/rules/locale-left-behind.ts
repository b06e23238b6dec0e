import type { Node, SourceFile } from '../facts/source-file.ts';
import { calledName, hookAround, putsBack } from '../semantics/javascript/around.ts';
import { isLocale, variablesOf } from '../semantics/shell/left-behind.ts';
import { staysBehind } from '../semantics/stays-behind.ts';
import { re, testNode, undone } from '../semantics/undone.ts';
import { textAt } from '../syntax/node.ts';
import { notRestored } from './left-behind.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

export const localeLeftBehind: Kind = {
  name: 'locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes the locale or the time zone of the process and does not restore it',
  why: 'Tests that run later format, parse and sort in a language or a zone that they did not ask for.',
  isSure: (place, file) => file.language !== 'shell' && staysBehind(place, file),
  languages: {
    python: row(
      'Keep `before = locale.setlocale(category)` and set it again in a `finally` or with `addCleanup`.',
      // With the category alone it only asks.
      calls(
        'locale.setlocale',
        (call) =>
          call.args.length > 1 &&
          call.args[1]!.text() !== 'None' &&
          notRestored(/\bsetlocale\b|resetlocale/, /locale/)(call),
      ),
    ),
    javascript: row(
      'Give the locale where it is needed (`dayjs(x).locale("de")`), or set it back in `afterEach`.',
      calls(
        `moment.locale moment.tz.setDefault dayjs.locale dayjs.tz.setDefault numeral.locale i18next.changeLanguage
           i18n.changeLanguage i18n.setLocale i18n.locale date-fns.setDefaultOptions *.changeLanguage *.setDefaultLocale`,
        (call) =>
          call.args.length > 0 &&
          // On a value, not on the library: `dayjs(x).locale("de")`.
          !/\)\s*\.\w+$/.test(call.node.fieldText('function')) &&
          (testNode(call.node, call.file) !== null || hookAround(call.node) !== null) &&
          !putsBack(call.node) &&
          // The second of two such calls is the putting back.
          !undone(call.node, call.file, ['call_expression'], (other) => calledName(other) === calledName(call.node)),
      ),
      nodesOf(
        'assignment_expression',
        /^Settings\.default(?:Locale|Zone)\b/,
        (node, file) =>
          file.imports.names.get('Settings') === 'luxon.Settings' &&
          notRestored(/^Settings\.default(?:Locale|Zone)\b/)({ node, file }),
      ),
    ),
    java: row(
      'Pass the `Locale` or `ZoneId` where it is needed, put the default back in `@AfterEach`, or use JUnit Pioneer’s `@DefaultLocale`.',
      calls('java.util.Locale.setDefault java.util.TimeZone.setDefault org.joda.time.DateTimeZone.setDefault', (call) =>
        notRestored(re`^${call.name.split('.').at(-2)!}\.setDefault\(`, /@(?:DefaultLocale|DefaultTimeZone)\b/)(call),
      ),
    ),
    rust: row(
      'Pass the locale to the call that needs it; or set the old one again before the test ends, and run the test with `#[serial]`.',
      calls(
        'rust_i18n.set_locale libc.setlocale gettextrs.setlocale',
        (call) =>
          !/^(?:std::)?ptr::null\(\)$/.test(textAt(call.args[1])) && notRestored(/(?:set_locale|setlocale)$/)(call),
      ),
    ),
    shell: row(
      'Set it for one command, `LC_ALL=de_DE.UTF-8 app`, or put it back in `tearDown`.',
      nodesOf('declaration_command', /^export\s[\s\S]*(?:LANG|LC_)/, isLocaleLeft),
      nodesOf(
        'variable_assignment',
        /^(?:LANG|LC_)/,
        (node, file) => /^(?:compound_statement|list)$/.test(node.parent()?.kind() ?? '') && isLocaleLeft(node, file),
      ),
    ),
  },
};

function isLocaleLeft(node: Node, file: SourceFile): boolean {
  return variablesOf(node).some((name) => isLocale(name) && notRestored(re`\b${name}\b`)({ node, file }));
}
