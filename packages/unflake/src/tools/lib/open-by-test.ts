/** In a project with several runners: finds the one that has the test by listing their tests, the likeliest first. */
import { join } from 'node:path';
import { isFault } from '../../contract/faults.ts';
import type { Project } from '../../contract/runner.ts';
import type { DetectedRunner } from '../../engine/subject/detect-runners.ts';
import type { Suite } from './choose-suite.ts';
import { findTests } from './find-test/find-tests.ts';
import type { OpenedSubject } from './opened-subject.ts';
import { testPlace } from './resolve-test.ts';

/** Runners in whose folder a named file exists come first; then by the strength of their signs. */
export function likeliest(
  test: string,
  detected: readonly DetectedRunner[],
  { files }: Project,
): readonly DetectedRunner[] {
  const known = new Set(files);
  const named = test.split(/\s+|::|:\d+/).filter((word) => word.includes('.'));
  const has = ({ detection }: DetectedRunner) => named.some((file) => known.has(join(detection.folder, file)));
  return [...detected.filter(has), ...detected.filter((one) => !has(one))];
}

/** Null if no runner, or more than one, has it: then the user must choose. */
export async function openByTest(
  test: string,
  cwd: string,
  candidates: readonly DetectedRunner[],
  open: (suite: Suite) => Promise<OpenedSubject>,
): Promise<OpenedSubject | null> {
  const containing: DetectedRunner[] = [];
  for (const candidate of candidates) {
    const opened = await tryToOpen(candidate, open);
    if (opened === null) continue;
    const { suite } = opened.subject;
    if (suite.some((id) => id === test)) return opened;
    const found = await findTests(test, suite, testPlace(opened.subject, cwd));
    if (found.tests.length > 0) containing.push(candidate);
    await opened.workspace.close();
  }
  const [only, another] = containing;
  return only === undefined || another !== undefined ? null : tryToOpen(only, open);
}

/** A runner that is not installed, or whose suite does not collect, has no tests; its fault is reported if that runner is chosen. */
async function tryToOpen(
  { adapter, detection }: DetectedRunner,
  open: (suite: Suite) => Promise<OpenedSubject>,
): Promise<OpenedSubject | null> {
  try {
    return await open({ adapter, folder: detection.folder });
  } catch (error) {
    if (isFault(error) && error.details.limitMs === undefined) return null;
    throw error;
  }
}
