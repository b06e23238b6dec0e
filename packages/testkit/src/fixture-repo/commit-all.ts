/** A git repository with one commit that has the same hash on every machine. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { requireThat } from '../text/refuse.ts';
import { removeFolder } from './remove-folder.ts';

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

// Settings that differ between machines and would change the hash: line ends, the executable bit, signatures, templates.
const SETTINGS = [
  ['core.autocrlf', '0'],
  ['core.fileMode', '0'],
  ['core.precomposeUnicode', '1'],
  ['commit.gpgSign', '0'],
  ['gc.auto', '0'],
] as const;

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
  // A test may itself run inside a git hook, whose variables would point to that repository.
  const outer = Object.entries(process.env).filter(([variable]) => !variable.startsWith('GIT_'));
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(outer),
    ...environment,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_DEFAULT_HASH: 'sha1',
  };
  for (const role of ['GIT_AUTHOR_', 'GIT_COMMITTER_']) {
    Object.assign(env, { [`${role}NAME`]: name, [`${role}EMAIL`]: email, [`${role}DATE`]: date });
  }
  const git = (...args: string[]) => run('git', args, { cwd: folder, env });
  await removeFolder(`${folder}/.git`);
  await git('init', '--quiet', '--template=', `--initial-branch=${branch}`);
  for (const setting of SETTINGS) await git('config', ...setting);
  await git('add', '--all');
  await git('commit', '--quiet', '--allow-empty', '--no-verify', `--message=${message}`);
  return (await git('rev-parse', 'HEAD')).stdout.trim();
}
