/** The tests of a suite that are in the given files and folders. */
import { posix, relative, resolve } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import { fileOf } from '../../../contract/file-of.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Subject } from '../../../engine/subject/subject.ts';

/** `paths` are relative to `cwd`; without any, all tests. UNKNOWN_TEST for a path without a test. */
export function huntedTests({ suite, folder }: Subject, paths: readonly string[], cwd: string): readonly TestId[] {
  if (paths.length === 0) return suite;
  const wanted = paths.map((path) => {
    const inside = posix.normalize(relative(folder, resolve(cwd, path)) || '.');
    const tests = suite.filter((test) => isWithin(fileOf(test), inside));
    if (tests.length > 0) return tests;
    throw new UnflakeError('UNKNOWN_TEST', `none of the ${suite.length} tests is in ${path}`, { test: path });
  });
  const kept = new Set(wanted.flat());
  return suite.filter((test) => kept.has(test));
}

const isWithin = (file: string | null, place: string): boolean =>
  place === '.' || file === place || file?.startsWith(`${place}/`) === true;
