/**
 * Checks out a public Python project at one commit, with a virtual environment in which its tests run. Nothing of it is stored in this
 * repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that tests of small projects import without declaring them. */
const USUAL = ['pytest', 'mock', 'six', 'bottle', 'simplejson', 'pytest-random-order', 'detect-test-pollution'];

/** `mirrors`: a folder with `owner+name/repo` git folders; without it the project is cloned by name. */
export function layOut({ repo, sha }, { work, mirrors }) {
  const folder = join(work, repo.replace('/', '__'));
  if (existsSync(join(folder, '.venv', 'ready'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  run('git', ['clone', '--quiet', sourceOf(repo, mirrors), folder]);
  run('git', ['checkout', '--quiet', sha], folder);
  run('python3', ['-m', 'venv', '.venv'], folder);
  const pip = (args) => run(join(folder, '.venv/bin/python'), ['-m', 'pip', 'install', '--quiet', ...args], folder);
  pip(USUAL);
  try {
    pip(['--editable', '.']);
  } catch {
    // Old set-up scripts no longer install; the project is then imported from its own folder.
  }
  run('touch', ['.venv/ready'], folder);
  return folder;
}

function sourceOf(repo, mirrors) {
  if (mirrors === undefined) return `https://github.com/${repo}.git`;
  const folder = join(mirrors, repo.replace('/', '+'), 'repo');
  return existsSync(join(folder, '.git')) ? join(folder, '.git') : folder;
}

function run(program, args, cwd) {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}
