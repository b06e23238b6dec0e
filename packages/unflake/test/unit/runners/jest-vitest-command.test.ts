/** The commands with which our probes run under Jest and Vitest. */
import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { jest } from '../../../src/runners/jest.ts';
import { vitest } from '../../../src/runners/vitest.ts';

const CONTEXT: RunnerContext = {
  root: '/subject/web',
  probes: '/probes',
  folder: '/trial',
  cache: '/case',
  program: ['/bin/node', '/subject/node_modules/runner.js'],
  settings: { args: ['--config=x'], files: [], command: [], report: { format: 'exit', path: null } },
};
const REQUEST: RunRequest = {
  tests: [testId('a.test.js > b'), testId('a.test.js > a')],
  suite: [testId('a.test.js > a'), testId('a.test.js > b')],
  repeat: 3,
  conditions: {},
  seed: 1,
};

describe.each([jest, vitest])('the command of $name', (runner) => {
  test('passes order and repetitions to the probe by file, whatever their number', () => {
    const command = runner.command(REQUEST, CONTEXT);
    expect(command).toMatchObject({ cwd: '/subject/web', reads: ['/trial/stream.jsonl'] });
    expect(Object.values(command.files).map((text) => JSON.parse(text))).toEqual([
      { tests: ['a.test.js > b', 'a.test.js > a'], repeat: 3 },
    ]);
    expect(command.argv.join(' ')).not.toContain('a.test.js');
    expect(command.env).toMatchObject({ UNFLAKE_ROOT: '/subject/web', UNFLAKE_LIST: null });
  });

  test('keeps its cache out of the project, with the case where there is one', () => {
    expect(runner.command(REQUEST, CONTEXT).argv.join(' ')).toContain(`/case/${runner.name}`);
    const { cache: _, ...alone } = CONTEXT;
    expect(runner.command(REQUEST, alone).argv.join(' ')).toContain(`/trial/${runner.name}`);
  });

  test('puts the flags of the project after ours', () => {
    expect(runner.command(REQUEST, CONTEXT).argv.slice(-2)).toEqual(['--', '--config=x']);
  });

  test('lists without a selection', () => {
    const command = runner.list(CONTEXT);
    expect(command.env).toMatchObject({ UNFLAKE_LIST: '1', UNFLAKE_SELECTION: null });
    expect(command.files).toEqual({});
  });
});

test('jest runs in one process unless there are workers', () => {
  expect(jest.command(REQUEST, CONTEXT).argv).toContain('--runInBand');
  const beside = jest.command({ ...REQUEST, conditions: { workers: '4' } }, CONTEXT).argv;
  expect(beside).toContain('--maxWorkers=4');
  expect(beside).not.toContain('--runInBand');
});

test('jest gets the number of workers only once', () => {
  const args = ['-w', '4', '--verbose', '--maxWorkers=50%', '-i', '--maxWorkers', '3', '--config=x', '-w2'];
  const { argv } = jest.command(REQUEST, { ...CONTEXT, settings: { ...CONTEXT.settings, args } });
  expect(argv.slice(argv.indexOf('--'))).toEqual(['--', '--verbose', '--config=x']);
});

test('vitest runs one file at a time unless there are workers', () => {
  expect(vitest.command(REQUEST, CONTEXT).argv[3]).toBe('1');
  expect(vitest.command({ ...REQUEST, conditions: { workers: '4' } }, CONTEXT).argv[3]).toBe('4');
});
