/** The meaning of `files` in the config, for runners that accept files and those that do not. */
import { describe, expect, test } from 'vitest';
import type { TestId } from '../../../../src/contract/test-id.ts';
import { bats } from '../../../../src/runners/bats.ts';
import { vitest } from '../../../../src/runners/vitest.ts';
import { suiteFiles, testsWithin } from '../../../../src/tools/lib/suite-files.ts';
import { projectOf } from '../../runners/project-of.ts';

const project = projectOf({ 'api/test/a.bats': '', 'api/test/deep/b.bats': '', 'api/test/c.sh': '', 'web/a.bats': '' });

describe('files of the config', () => {
  test('are the paths that a pattern matches, from the folder of the runner', () => {
    expect(suiteFiles(['test/*.bats'], project, 'api')).toEqual(['test/a.bats']);
    expect(suiteFiles(['./test/**/*.bats', 'test/a.bats'], project, 'api')).toEqual([
      'test/a.bats',
      'test/deep/b.bats',
    ]);
    expect(suiteFiles(['{api,web}/**/a.bats'], project, '.')).toEqual(['api/test/a.bats', 'web/a.bats']);
    expect(suiteFiles(['test', 'not/yet.bats'], project, 'api')).toEqual(['test', 'not/yet.bats']);
  });

  test('are a fault if a pattern matches none', () => {
    expect(() => suiteFiles(['spec/*.bats'], project, 'api')).toThrow(
      expect.objectContaining({ code: 'BAD_CONFIG', message: expect.stringContaining('spec/*.bats') }),
    );
  });

  test('filter the tests of a runner that accepts none', () => {
    const tests = ['test/a.test.ts > adds', 'test/deep/b.test.ts > adds', 'test2/c.test.ts > adds'] as TestId[];
    expect(testsWithin(['test'], tests, vitest)).toEqual(tests.slice(0, 2));
    expect(testsWithin(['test/a.test.ts'], tests, vitest)).toEqual(tests.slice(0, 1));
    expect(testsWithin([], tests, vitest)).toEqual(tests);
    expect(testsWithin(['other'], tests, bats)).toEqual(tests);
    expect(() => testsWithin(['other'], tests, vitest)).toThrow(expect.objectContaining({ code: 'BAD_CONFIG' }));
  });
});
