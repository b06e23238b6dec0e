import { calledName, hookAround, isInAfterHook } from '../../semantics/javascript/around.ts';
import { isAfter, testNode, undone } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodesOf, words } from '../rule.ts';

const SETTERS = words(`moment.locale moment.tz.setDefault dayjs.locale dayjs.tz.setDefault numeral.locale
   i18next.changeLanguage i18n.changeLanguage i18n.setLocale i18n.locale date-fns.setDefaultOptions
   *.changeLanguage *.setDefaultLocale`);

export const javascript: LanguageRule = {
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
    nodesOf('assignment_expression', /^Settings\.default(?:Locale|Zone)\b/, (node, file) => {
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
};
