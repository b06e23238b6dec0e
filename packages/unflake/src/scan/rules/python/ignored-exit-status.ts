import { calls, type Rule } from '../rule.ts';
import { keyword } from './calls-in.ts';
import { inFile, inTest } from './sample.ts';

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
  flags: [
    inTest('subprocess', 'subprocess.run(["tool", "init"])', 'assert ready()'),
    inTest('os', 'os.system("tool init")', 'assert ready()'),
    inTest('subprocess', 'subprocess.call(["tool"])', 'assert ready()'),
    'from subprocess import run\ndef test_a():\n    run(["tool"], capture_output=True)\n    assert ready()\n',
  ],
  allows: [
    inTest('subprocess', 'subprocess.run(["tool"], check=True)', 'assert ready()'),
    inTest('subprocess', 'done = subprocess.run(["tool"])', 'assert done.returncode == 0'),
    inTest('subprocess', 'subprocess.check_call(["tool"])', 'assert ready()'),
    inTest('os', 'assert os.system("tool") == 0'),
    inTest('subprocess', 'subprocess.run(["stop"], check=False)', 'assert ready()'),
    { file: 'app/main.py', text: inFile('subprocess', 'def stop():\n    subprocess.run(["stop"])') },
  ],
};
