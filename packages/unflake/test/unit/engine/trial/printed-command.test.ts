import { expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Conditions, Trial } from '../../../../src/contract/trial.ts';
import type { Subject } from '../../../../src/engine/subject/subject.ts';
import { printedCommand } from '../../../../src/engine/trial/printed-command.ts';
import { runnerNamed } from '../../../../src/runners/index.ts';
import { parseShellLine, shellLine } from '../../../../src/text/shell-line.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { ABLE } from '../../knobs/sample-machine.ts';

const target = testId('test_day.py::test_stays');
const subject: Subject = {
  root: '/project',
  folder: '/project',
  adapter: runnerNamed('pytest')!,
  program: ['python3'],
  settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
  probes: '/probes',
  cache: '/cache',
  suite: [target],
};

const trial = (conditions: Conditions, mode: Trial['mode'] = 'plain'): Trial =>
  fakeMake(target)([target], { conditions, mode });

test('a condition of variables comes before the command', () => {
  const command = printedCommand(trial({ tz: 'Asia/Kathmandu' }), subject, ABLE)!;
  const line = shellLine(command);
  expect(line).toContain('TZ=Asia/Kathmandu');
  expect(parseShellLine(line)).toMatchObject({ argv: command.argv, env: { TZ: 'Asia/Kathmandu' } });
});

test('a condition of words comes before the program', () => {
  const { argv } = printedCommand(trial({ umask: '077' }), subject, ABLE)!;
  expect(argv.slice(0, 5)).toEqual(['sh', '-c', 'umask "$0" && exec "$@"', '077', 'python3']);
});

test('what needs a second process, and what ran through our probes, is not printed', () => {
  expect(printedCommand(trial({ cpu: '0.25' }), subject, ABLE)).toBeNull();
  expect(printedCommand(trial({ date: '2025-12-31T23:59:55' }), subject, ABLE)).toBeNull();
  expect(printedCommand(trial({ tz: 'UTC' }, 'probe'), subject, ABLE)).toBeNull();
});
