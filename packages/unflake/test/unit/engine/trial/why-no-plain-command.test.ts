import { expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Trial, TrialResult } from '../../../../src/contract/trial.ts';
import type { Subject } from '../../../../src/engine/subject/subject.ts';
import { whyNoPlainCommand } from '../../../../src/engine/trial/why-no-plain-command.ts';
import { runnerNamed } from '../../../../src/runners/index.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { ABLE } from '../../knobs/sample-machine.ts';

const [first, second] = [testId('a.js > x'), testId('a.js > y')];
const subject: Subject = {
  root: '/project',
  folder: '/project',
  adapter: runnerNamed('mocha')!,
  program: ['node', 'mocha.js'],
  settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
  probes: '/probes',
  suite: [first, second],
};
const trial = (changes: Partial<Trial> = {}): Trial => ({ ...fakeMake(second)([first, second]), ...changes });
const why = (changes: Partial<Trial>, seen: readonly Trial[] = []) =>
  whyNoPlainCommand(
    trial(changes),
    subject,
    seen.map((ran) => ({ trial: ran }) as TrialResult),
    ABLE,
  );

test('a repetition, a load and an order that the runner cannot express are each named', () => {
  expect(why({ repeat: 2 })).toBe('mocha cannot run a test 2 times in one process');
  expect(why({ conditions: { cpu: '0.25' } })).toBe('cpu must be set by unflake while the command runs');
  expect(why({ tests: [second, first] })).toBe('no command of mocha runs exactly these tests in this order');
});

test('a plain command that ran without the failure is reported, and no other is', () => {
  expect(why({}, [trial({ mode: 'plain' })])).toContain('was run as well and did not show the failure');
  expect(why({}, [trial({ mode: 'plain', tests: [second] })])).not.toContain('was run');
});
