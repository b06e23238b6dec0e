import { argumentsOf, callsIn, functionAround } from '../../semantics/go/around.ts';
import { calls, type LanguageRule } from '../rule.ts';

const LOCALE = /^"(?:LANG|LANGUAGE|LC_\w+)"$/;
/** Programs whose output follows the locale. */
const SPEAKS = /^"(?:sort|date|ls|df|join|comm|uniq)"$/;

export const go: LanguageRule = {
  fix: 'Take a `language.Tag` as an argument; give programs `cmd.Env = append(os.Environ(), "LC_ALL=C")`.',
  find: [
    calls(['os.Getenv', 'os.LookupEnv'], ({ node, args, file }) => {
      const key = args[0]?.text() ?? '';
      return (
        LOCALE.test(key) &&
        !callsIn(functionAround(node, file), '\\.Setenv$').some((call) => argumentsOf(call)[0]?.text() === key)
      );
    }),
    calls([
      'github.com/jeandeaual/go-locale.GetLocale',
      'github.com/jeandeaual/go-locale.GetLanguage',
      'github.com/Xuanwo/go-locale.Detect',
      'github.com/cloudfoundry/jibber_jabber.DetectLanguage',
      'github.com/cloudfoundry/jibber_jabber.DetectIETF',
    ]),
    calls(['os/exec.Command', 'os/exec.CommandContext'], ({ node, name, args, file }) => {
      const program = args[name.endsWith('Context') ? 1 : 0]?.text() ?? '';
      return SPEAKS.test(program) && !/LC_ALL|LANG=/.test(functionAround(node, file).text());
    }),
  ],
};
