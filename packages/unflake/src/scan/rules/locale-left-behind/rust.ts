import { callsIn, functionAround, isAfter } from '../../semantics/rust/around.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Pass the locale to the call that needs it; or set the old one again before the test ends, and run the test with `#[serial]`.',
  find: [
    calls('rust_i18n.set_locale libc.setlocale gettextrs.setlocale', ({ node, args, file }) => {
      if (/^(?:std::)?ptr::null\(\)$/.test(args[1]?.text() ?? '')) return false;
      const same = callsIn(functionAround(node, file), '(?:set_locale|setlocale)$').filter(
        (call) => call.id() !== node.id(),
      );
      return !same.some((call) => isAfter(call, node)) && !same.some((call) => isAfter(node, call));
    }),
  ],
};
