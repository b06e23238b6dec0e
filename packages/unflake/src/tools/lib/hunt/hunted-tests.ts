/** The tests that are hunted: all, those in the given files and folders, or those that a change touches. */

import { posix, relative, resolve } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import { fileOf } from '../../../contract/file-of.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import { gitIn } from '../../../scan/history/git.ts';
import type { OpenedCaseSubject } from '../case/open-case-subject.ts';
import { changedTests } from '../certify/chosen-tests.ts';
import { indexPath } from '../index-place.ts';
import { chosenStore } from '../open-store.ts';
import { openProjectReach } from '../scan-reach.ts';
import type { ToolContext } from '../tool.ts';

export interface HuntedTests {
  readonly tests: readonly TestId[];
  /** The commit since which something changed. */
  readonly since: string | null;
}

export async function chooseTests(
  {
    paths,
    changed,
    store,
  }: { readonly paths: readonly string[]; readonly changed?: string | undefined; readonly store?: string | undefined },
  { subject, config }: Pick<OpenedCaseSubject, 'subject' | 'config'>,
  context: ToolContext,
): Promise<HuntedTests> {
  const tests = huntedTests(subject, paths, context.cwd);
  if (changed === undefined) return { tests, since: null };
  const { root } = subject;
  const index = indexPath(root, { store: chosenStore(store, config, context) }, context);
  const { graph } = (await openProjectReach({ root, index }, context)).reach;
  const git = gitIn(root, context.signal);
  const all = { since: changed, field: 'changed', reach: Number.POSITIVE_INFINITY, graph, git } as const;
  const { chosen, since } = await changedTests(subject, context.cwd, all);
  const touched = new Set(chosen.map(({ test }) => test));
  return { tests: tests.filter((test) => touched.has(test)), since };
}

/** `paths` are relative to `cwd`; without any, all tests. UNKNOWN_TEST for a path without a test. */
function huntedTests({ suite, folder }: Subject, paths: readonly string[], cwd: string): readonly TestId[] {
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
