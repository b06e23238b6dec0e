/** Copies a fixture into a folder that belongs to one test, with its own cache and environment. `commit-all.ts` handles git. */
import { createHash } from 'node:crypto';
import { cp, lutimes, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, requireTexts, requireThat } from '../text/refuse.ts';
import { commitAll, type GitOptions } from './commit-all.ts';
import { removeFolder } from './remove-folder.ts';

export interface DeterministicRepoOptions {
  /** `import.meta.url` of the test; the project is found from there, never from the working directory. */
  readonly from: string;
  /** The name of a folder under `fixtures`. */
  readonly fixtureName: string;
  /** Identifies this test's copy. */
  readonly testId: string;
  /** Keeps the work folder, before and after; by default only with KEEP_TEST_ARTIFACTS=1. */
  readonly keep?: boolean;
  /** The folder of fixtures, relative to the project; by default tests/fixtures. */
  readonly fixtures?: string;
  /** The folder of copies, relative to the project; by default tests/.cache. Add it to .gitignore. */
  readonly work?: string;
  /** More variables for subprocesses, such as the one with which your program finds its cache. */
  readonly environment?: (paths: RepoPaths) => Readonly<Record<string, string>>;
  /** Makes the copy a git repository with one commit, whose hash is the same on every machine. */
  readonly git?: boolean | GitOptions;
}

export interface RepoPaths {
  /** Everything that belongs to this test. */
  readonly workRoot: string;
  /** The copy of the fixture. */
  readonly repoPath: string;
  /** An empty cache. */
  readonly cacheRoot: string;
}

export interface DeterministicRepo extends RepoPaths, AsyncDisposable {
  /** Variables to add to the environment of every subprocess: home, cache, time zone, locale, and your own. */
  readonly environment: Readonly<Record<string, string>>;
  /** The hash of the commit, if git was requested. */
  readonly commit: string | undefined;
  /** Removes the work folder, unless it is kept. */
  cleanup(): Promise<void>;
}

// Some programs check file ages; an old date makes every copy equally old.
const FILE_DATE = new Date('2000-01-01T00:00:00Z');

/**
 * Creates the copy after removing what an earlier run may have left.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { access } from 'node:fs/promises';
 * import { createDeterministicRepo } from '@unflake/testkit/fixture-repo';
 *
 * const repo = await createDeterministicRepo({
 *   from: import.meta.url,
 *   fixtureName: 'min-repo',
 *   testId: 'search finds a symbol',
 *   environment: ({ cacheRoot }) => ({ MY_TOOL_CACHE: cacheRoot }),
 * });
 * await access(repo.repoPath);
 * assert.equal(repo.environment.MY_TOOL_CACHE, repo.cacheRoot);
 * await repo.cleanup();
 * ```
 */
export async function createDeterministicRepo(options: DeterministicRepoOptions): Promise<DeterministicRepo> {
  const { from, fixtureName, testId, fixtures = 'tests/fixtures', work = 'tests/.cache', git } = options;
  requireThat(/^[\w.-]*\w[\w.-]*$/.test(fixtureName ?? ''), 'fixtureName is the name of one folder', fixtureName);
  requireTexts('a repository', { testId });
  const keep = options.keep ?? process.env.KEEP_TEST_ARTIFACTS === '1';
  const fixture = join(fixtures, fixtureName);
  const root = await projectOf(from, fixture);
  const workRoot = join(root, work, fixtureName, folderNameOf(testId));
  const repoPath = join(workRoot, 'repo');
  const cacheRoot = join(workRoot, 'cache');
  const home = join(workRoot, 'home');
  const paths = { workRoot, repoPath, cacheRoot };
  const cleanup = async () => {
    if (!keep) await removeFolder(workRoot);
  };

  await cleanup();
  await cp(join(root, fixture), repoPath, { recursive: true, verbatimSymlinks: true });
  for (const folder of [cacheRoot, home]) await mkdir(folder, { recursive: true });
  await setDates(repoPath);

  const environment = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: cacheRoot,
    TZ: 'UTC',
    LC_ALL: 'C',
    LANG: 'C',
    ...options.environment?.(paths),
  };
  const commit = git ? await commitAll(repoPath, environment, git === true ? {} : git) : undefined;
  return { ...paths, environment, commit, cleanup, [Symbol.asyncDispose]: cleanup };
}

/** The nearest folder above the caller that contains the fixture. */
async function projectOf(from: string, fixture: string): Promise<string> {
  requireThat(/^file:/.test(from), 'from is the import.meta.url of the test', from);
  const start = dirname(fileURLToPath(from));
  for (let folder = start; ; folder = dirname(folder)) {
    const found = await stat(join(folder, fixture)).catch((error: NodeJS.ErrnoException) => {
      if (!/ENOENT|ENOTDIR/.test(error.code!)) throw error;
    });
    if (found?.isDirectory()) return folder;
    if (dirname(folder) === folder) fail(`no folder ${fixture} in ${start} or above it`);
  }
}

/** Readable if possible; a hash distinguishes names that differ only in characters that a folder cannot have. */
function folderNameOf(testId: string): string {
  const plain = testId.replace(/[^\w.-]+/g, '-').slice(0, 80);
  if (plain === testId && /[^.]/.test(plain)) return plain;
  return `${plain}-${createHash('sha256').update(testId).digest('hex').slice(0, 8)}`;
}

async function setDates(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await setDates(inner);
    else await lutimes(inner, FILE_DATE, FILE_DATE);
  }
  await lutimes(path, FILE_DATE, FILE_DATE);
}
