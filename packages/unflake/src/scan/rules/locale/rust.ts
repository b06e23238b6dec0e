import { functionAround } from '../../semantics/rust/around.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Take the locale as an argument; give programs `.env("LC_ALL", "C")`.',
  find: [
    calls([
      'sys_locale.get_locale',
      'sys_locale.get_locales',
      'locale_config.Locale.user_default',
      'locale_config.Locale.current',
      'num_format.SystemLocale.default',
      'num_format.SystemLocale.new',
    ]),
    calls(['std.env.var', 'std.env.var_os'], ({ args }) => /^"(?:LANG|LANGUAGE|LC_\w+)"$/.test(args[0]?.text() ?? '')),
    calls(
      ['std.process.Command.new', 'tokio.process.Command.new'],
      ({ node, args, file }) =>
        /^"(?:sort|date|ls|df|join|comm|uniq)"$/.test(args[0]?.text() ?? '') &&
        !/\.env\(\s*"(?:LC_ALL|LANG)"|env_clear\(|\.envs\(/.test(functionAround(node, file).text()),
    ),
  ],
};
