import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';

export const locale: Rule = {
  id: 'rust/locale',
  cause: { family: 'external', kind: 'locale' },
  severity: 'warning',
  where: 'anywhere',
  message: 'depends on the language that the machine is set to',
  why: 'Sorting, dates and messages come out otherwise on a machine with another locale.',
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
