import { keyword } from '../../semantics/python/calls-in.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Pass `check=True`, or use `subprocess.check_call`; write `check=False` where failing is fine.',
  where: 'tests',
  find: [
    calls(
      'subprocess.run',
      ({ node, args }) =>
        node.parent()?.is('expression_statement') === true &&
        keyword(args, 'check') === null &&
        !args.some((arg) => arg.is('dictionary_splat')),
    ),
    calls(
      'subprocess.call os.system subprocess.getoutput',
      ({ node }) => node.parent()?.is('expression_statement') === true,
    ),
  ],
};
