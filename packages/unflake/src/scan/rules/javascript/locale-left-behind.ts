import { nearest } from '../../syntax/node.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { isAfter, testNode, undone } from '../undone.ts';
import { calledName, hookAround, isInAfterHook } from './around.ts';

const SETTERS = [
  'moment.locale',
  'moment.tz.setDefault',
  'dayjs.locale',
  'dayjs.tz.setDefault',
  'numeral.locale',
  'i18next.changeLanguage',
  'i18n.changeLanguage',
  'i18n.setLocale',
  'i18n.locale',
  'date-fns.setDefaultOptions',
  '*.changeLanguage',
  '*.setDefaultLocale',
];

export const localeLeftBehind: Rule = {
  id: 'javascript/locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes the library’s language or zone for everybody and does not put it back',
  why: 'Every test that formats something later in this process gets the other language.',
  fix: 'Give the locale where it is needed (`dayjs(x).locale("de")`), or set it back in `afterEach`.',
  find: [
    calls(SETTERS, ({ node, args, file }) => {
      if (args.length === 0 || isInAfterHook(node) || nearest(node, ['finally_clause']) !== null) return false;
      if (testNode(node, file) === null && hookAround(node) === null) return false;
      // On a value, not on the library: `dayjs(x).locale("de")`.
      if (/\)\s*\.\w+$/.test(node.field('function')?.text() ?? '')) return false;
      const name = calledName(node);
      return !undone(
        node,
        file,
        { rule: { kind: 'call_expression', regex: `\\b${name}\\(` } },
        (other) => calledName(other) === name,
      );
    }),
    nodes({ rule: { kind: 'assignment_expression', regex: '^Settings\\.default(?:Locale|Zone)\\b' } }, (node, file) => {
      if (
        file.imports.names.get('Settings') !== 'luxon.Settings' ||
        isInAfterHook(node) ||
        nearest(node, ['finally_clause']) !== null
      )
        return false;
      if (testNode(node, file) === null && hookAround(node) === null) return false;
      return !undone(
        node,
        file,
        { rule: { kind: 'assignment_expression', regex: '^Settings\\.default(?:Locale|Zone)\\b' } },
        (other) => isAfter(other, node) || isInAfterHook(other),
      );
    }),
  ],
  flags: [
    'import moment from "moment";\ntest("formats", () => {\n  moment.locale("de");\n  expect(label()).toBe("Montag");\n});\n',
    'import i18next from "i18next";\nbeforeAll(async () => {\n  await i18next.changeLanguage("fr");\n});\ntest("greets", () => {\n  expect(greet()).toBe("Bonjour");\n});\n',
    'import { Settings } from "luxon";\ntest("zone", () => {\n  Settings.defaultZone = "Asia/Tokyo";\n  expect(today()).toBe("1");\n});\n',
    'const dayjs = require("dayjs");\nit("names the day", () => {\n  dayjs.locale("fr");\n  expect(day()).toBe("lundi");\n});\n',
  ],
  allows: [
    'import moment from "moment";\nafterEach(() => moment.locale("en"));\ntest("formats", () => {\n  moment.locale("de");\n  expect(label()).toBe("Montag");\n});\n',
    'import dayjs from "dayjs";\ntest("formats", () => {\n  expect(dayjs(at).locale("de").format("dddd")).toBe("Montag");\n});\n',
    'import i18next from "i18next";\ntest("greets", async () => {\n  await i18next.changeLanguage("fr");\n  expect(greet()).toBe("Bonjour");\n  await i18next.changeLanguage("en");\n});\n',
    'import moment from "moment";\ntest("reads", () => {\n  expect(moment.locale()).toBe("en");\n});\n',
    {
      file: 'src/i18n.ts',
      text: 'import i18next from "i18next";\nexport const use = (lang: string) => i18next.changeLanguage(lang);\n',
    },
  ],
};
