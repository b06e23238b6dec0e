/** In a project with several suites: finds the one that has the test by listing their tests, the likeliest first. */
import { basename, join, relative, resolve } from 'node:path';
import { isFault } from '../../contract/faults.ts';
import type { Project } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import { chooseRunner, type DetectedRunner } from '../../engine/subject/detect-runners.ts';
import type { Suite } from './choose-suite.ts';
import { type FoundTests, findTests } from './find-test/find-tests.ts';
import { cleanLines } from './find-test/references.ts';
import { fromRoot } from './from-root.ts';
import type { OpenedSubject } from './opened-subject.ts';
import { noTest, severalTests, testPlace } from './resolve-test.ts';

/**
 * Groups of suites, likeliest first: those of a package that CI names before its lines; those around a file that the text names by its whole
 * path; those with such a file in their folder; the rest. In a group, by the strength of their signs.
 */
export function likeliest(
  test: string,
  detected: readonly DetectedRunner[],
  project: Project,
  cwd: string,
): readonly (readonly DetectedRunner[])[] {
  const known = new Set(project.files);
  const { text, packages } = cleanLines(test);
  const named = text
    .split(/\s+|::|:\d+/)
    .map((word) => word.replace(/^['"`([]+|^file:\/\//g, ''))
    .filter((word) => word.includes('.'));
  const files = new Set(named.flatMap((word) => wholePath(word, known, project.root, cwd) ?? []));
  const rank = ({ detection: { folder } }: DetectedRunner): number => {
    if (packages.length > 0 && namesOf(folder, project).some((name) => packages.includes(name))) return 3;
    if ([...files].some((file) => folder === '.' || file.startsWith(`${folder}/`))) return 2;
    return Number(named.some((file) => known.has(join(folder, file))));
  };
  const ranks = new Map(detected.map((one) => [one, rank(one)]));
  const groups = [3, 2, 1, 0].map((wanted) => detected.filter((one) => ranks.get(one) === wanted));
  return groups.filter(({ length }) => length > 0);
}

/** The file of the project that a path means: from the user's folder, or by its end if it comes from another machine. */
function wholePath(path: string, known: ReadonlySet<string>, root: string, cwd: string): string | null {
  const here = relative(root, resolve(cwd, path));
  if (known.has(here)) return here;
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const ends = parts.map((_, at) => parts.slice(at).join('/'));
  return ends.find((end) => known.has(end)) ?? null;
}

/** What a tool that runs several packages may call the one in this folder. */
function namesOf(folder: string, { text }: Project): readonly string[] {
  const manifests = ['package.json', 'project.json'].map((name) => text(join(folder, name)) ?? '');
  const names = manifests.flatMap((manifest) => /^\s*\{?\s*"name"\s*:\s*"([^"]+)"/m.exec(manifest)?.[1] ?? []);
  return [folder, basename(folder), ...names];
}

/** Null if no suite could list its tests. UNKNOWN_TEST or SEVERAL_RUNNERS if the text means no test, or tests of several suites. */
export async function openByTest(
  test: string,
  cwd: string,
  groups: readonly (readonly DetectedRunner[])[],
  open: (suite: Suite) => Promise<OpenedSubject>,
): Promise<OpenedSubject | null> {
  const searched: Searched[] = [];
  for (const group of groups) {
    const found = await searchGroup(test, cwd, group, open);
    const [only, another] = found.filter(({ tests }) => tests.length > 0);
    if (only !== undefined && another === undefined) return only.opened ?? tryToOpen(only.suite, open);
    if (only !== undefined) return tryToOpen(among(test, found), open);
    searched.push(...found);
  }
  if (searched.length === 0) return null;
  const spelled = new Set(searched.flatMap((one) => one.spelled));
  throw noTest(
    test,
    { spelled: [...spelled] },
    searched.flatMap(({ suite, ids }) => ids.map((id) => fromRoot(id, suite.adapter, suite.detection.folder))),
  );
}

interface Searched extends FoundTests {
  readonly suite: DetectedRunner;
  readonly ids: readonly TestId[];
  /** Only of a suite that has the test, and is the first in its group. */
  readonly opened: OpenedSubject | null;
}

/** Every suite of the group that lists its tests, and what the text means in each. An exact id ends the search where it can mean one test only. */
async function searchGroup(
  test: string,
  cwd: string,
  group: readonly DetectedRunner[],
  open: (suite: Suite) => Promise<OpenedSubject>,
): Promise<readonly Searched[]> {
  // The same id may be in several packages.
  const isOnePlace = new Set(group.map(({ detection }) => detection.folder)).size === 1;
  const searched: Searched[] = [];
  let kept: OpenedSubject | null = null;
  try {
    for (const suite of group) {
      const opened = await tryToOpen(suite, open);
      if (opened === null) continue;
      const ids = opened.subject.suite;
      const found = await findTests(test, ids, testPlace(opened.subject, cwd));
      if (isOnePlace && ids.some((id) => id === test)) {
        await kept?.workspace.close();
        return [{ suite, ids, ...found, opened }];
      }
      const isFirst = found.tests.length > 0 && kept === null;
      if (isFirst) kept = opened;
      else await opened.workspace.close();
      searched.push({ suite, ids, ...found, opened: isFirst ? opened : null });
    }
  } catch (error) {
    await kept?.workspace.close();
    throw error;
  }
  const isAmbiguous = searched.filter(({ tests }) => tests.length > 0).length > 1;
  if (isAmbiguous) await kept?.workspace.close();
  return searched;
}

/** SEVERAL_RUNNERS, or UNKNOWN_TEST where the path from the root tells the tests apart. */
function among(test: string, searched: readonly Searched[]): DetectedRunner {
  const containing = searched.filter(({ tests }) => tests.length > 0);
  const suites = containing.map(({ suite }) => suite);
  const folders = new Set(suites.map(({ detection }) => detection.folder));
  const isByFile = suites.every(({ adapter }) => adapter.names.startsWith === 'file');
  const tests = containing.flatMap(({ tests: found, suite: { adapter, detection } }) =>
    found.map((id) => fromRoot(id, adapter, detection.folder)),
  );
  const areTold = isByFile && folders.size === suites.length && new Set(tests).size === tests.length;
  if (!areTold) return chooseRunner(suites, 'the project');
  throw severalTests(test, { tests, by: containing[0]!.by });
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
