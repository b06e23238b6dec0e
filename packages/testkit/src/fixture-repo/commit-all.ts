/** A git repository with one commit that has the same hash wherever it is made. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireThat } from '../text/refuse.ts';

export interface GitOptions {
  /** By default main. */
  readonly branch?: string;
  /** By default 'fixture'. */
  readonly message?: string;
  /** Author and committer; by default Fixture <fixture@example.invalid>. */
  readonly author?: { readonly name: string; readonly email: string };
  /** The date of the commit; by default 2000-01-01T00:00:00Z. */
  readonly date?: string;
}

const run = promisify(execFile);

// What differs between machines and would get into the hash: line ends, the executable bit, signatures, templates.
const SETTINGS = {
  'core.autocrlf': 'false',
  'core.fileMode': 'false',
  'core.precomposeUnicode': 'true',
  'commit.gpgSign': 'false',
  'gc.auto': '0',
};

/**
 * Makes the folder a repository, commits everything in it, and returns the hash of the commit.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { commitAll } from '@unflake/testkit/fixture-repo';
 *
 * const folder = await mkdtemp(join(tmpdir(), 'commit-all-'));
 * await writeFile(join(folder, 'README.md'), 'hello\n');
 * assert.equal(await commitAll(folder, {}), 'ca410905e0dbd557bb70a2a1e8046c54cd8b253d');
 * await rm(folder, { recursive: true });
 * ```
 */
export async function commitAll(
  folder: string,
  environment: Readonly<Record<string, string>>,
  options: GitOptions = {},
): Promise<string> {
  const { branch = 'main', message = 'fixture', date = '2000-01-01T00:00:00Z' } = options;
  const { name, email } = options.author ?? { name: 'Fixture', email: 'fixture@example.invalid' };
  requireThat(!Number.isNaN(Date.parse(date)), 'the date of a commit is a date', date);
  const env: NodeJS.ProcessEnv = {
    ...withoutGit(process.env),
    ...environment,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_DEFAULT_HASH: 'sha1',
  };
  for (const role of ['AUTHOR', 'COMMITTER']) {
    Object.assign(env, { [`GIT_${role}_NAME`]: name, [`GIT_${role}_EMAIL`]: email, [`GIT_${role}_DATE`]: date });
  }
  const git = (...args: string[]) => run('git', args, { cwd: folder, env });
  await rm(join(folder, '.git'), { recursive: true, force: true });
  await git('init', '--quiet', '--template=', `--initial-branch=${branch}`);
  for (const [key, value] of Object.entries(SETTINGS)) await git('config', key, value);
  await git('add', '--all');
  await git('commit', '--quiet', '--allow-empty', '--no-verify', `--message=${message}`);
  return (await git('rev-parse', 'HEAD')).stdout.trim();
}

/** A test may itself run inside a git hook, whose variables would point at that repository instead of ours. */
function withoutGit(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')));
}
