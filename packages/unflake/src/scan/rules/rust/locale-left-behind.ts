import { calls, type Rule } from '../rule.ts';
import { callsIn, functionAround, isAfter } from './around.ts';
import { inTest } from './sample.ts';

export const localeLeftBehind: Rule = {
  id: 'rust/locale-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'sets the locale of the whole process and leaves it so',
  why: 'Tests that come later, or run beside this one, format and compare in that language.',
  fix: 'Pass the locale to the call that needs it; or set the old one again before the test ends, and run the test with `#[serial]`.',
  find: [
    calls(['rust_i18n.set_locale', 'libc.setlocale', 'gettextrs.setlocale'], ({ node, args, file }) => {
      if (/^(?:std::)?ptr::null\(\)$/.test(args[1]?.text() ?? '')) return false;
      const same = callsIn(functionAround(node, file), '(?:set_locale|setlocale)$').filter(
        (call) => call.id() !== node.id(),
      );
      return !same.some((call) => isAfter(call, node)) && !same.some((call) => isAfter(node, call));
    }),
  ],
  flags: [
    inTest('', 'rust_i18n::set_locale("de");', 'assert_eq!(greet(), "Hallo");'),
    inTest('rust_i18n::set_locale', 'set_locale("fr");', 'assert_eq!(greet(), "Bonjour");'),
    inTest('', 'unsafe { libc::setlocale(libc::LC_ALL, name.as_ptr()) };', 'assert!(works());'),
    inTest('gettextrs::setlocale', 'setlocale(LocaleCategory::LcAll, "tr_TR");', 'assert!(works());'),
  ],
  allows: [
    inTest('', 'rust_i18n::set_locale("de");', 'assert_eq!(greet(), "Hallo");', 'rust_i18n::set_locale("en");'),
    inTest('', 'assert_eq!(greet_in("de"), "Hallo");'),
    inTest('', 'let now = unsafe { libc::setlocale(libc::LC_ALL, std::ptr::null()) };', 'assert!(!now.is_null());'),
    inTest('', 'let mut page = Page::new();', 'page.set_locale("de");', 'assert_eq!(page.text(), "Hallo");'),
  ],
};
