import { calls, type Rule } from '../rule.ts';
import { keyword } from './calls-in.ts';

export const ignoredExitStatus: Rule = {
  id: 'python/ignored-exit-status',
  cause: { family: 'external', kind: 'environment' },
  severity: 'warning',
  where: 'tests',
  message: 'runs a command and does not look whether it worked',
  why: 'When the command fails, the test goes on with what an earlier run has left, and fails elsewhere or not at all.',
  fix: 'Pass `check=True`, or use `subprocess.check_call`; write `check=False` where failing is fine.',
  find: [
    calls(
      ['subprocess.run'],
      ({ node, args }) =>
        node.parent()?.is('expression_statement') === true &&
        keyword(args, 'check') === null &&
        !args.some((arg) => arg.is('dictionary_splat')),
    ),
    calls(
      ['subprocess.call', 'os.system', 'subprocess.getoutput'],
      ({ node }) => node.parent()?.is('expression_statement') === true,
    ),
  ],
};
