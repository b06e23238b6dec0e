import { expect, test } from 'vitest';
import { faultText } from '../../../src/cli/printers/fault-text.ts';

const LOOK = { color: 'off', columns: 80 } as const;

test('what the outside said is quoted below the message', () => {
  const details = { output: '$ python -m pytest --version\nNo module named pytest\n' };
  expect(faultText({ code: 'RUNNER_NOT_INSTALLED', message: 'pytest is not installed', details }, 'list', LOOK)).toBe(
    [
      'unflake list: pytest is not installed',
      '  │ $ python -m pytest --version',
      '  │ No module named pytest',
      '  Install it with the command above, then run again.',
      '  RUNNER_NOT_INSTALLED, docs/faults/runner-not-installed.md',
      '',
    ].join('\n'),
  );
});

test('a message that quotes it already is not followed by the same words again', () => {
  const fault = {
    code: 'SUITE_DOES_NOT_COLLECT',
    message: 'no test:\nSyntaxError',
    details: { output: 'SyntaxError' },
  };
  expect(faultText(fault, null, LOOK).split('\n').slice(0, 3)).toEqual([
    'unflake: no test:',
    '  │ SyntaxError',
    '  Make the runner list its tests first; its output is above.',
  ]);
});
