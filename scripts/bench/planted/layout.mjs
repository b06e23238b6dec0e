/**
 * Installs a real project once and copies it for each case. A project is installed at the path at which its copies are used later, because
 * virtual environments, editable installs and compiler caches contain absolute paths.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MAX_INSTALL_MS = 900_000;

/**
 * Installs the project unless its template exists. `mirrors` has bare or ordinary repositories as `<owner>+<name>/repo`; without it, the
 * project comes from GitHub.
 */
export function layOut(project, { work, mirrors }) {
  const home = homeOf(project, work);
  if (existsSync(home.template)) return home;
  mkdirSync(home.folder, { recursive: true });
  rmSync(home.subject, { recursive: true, force: true });
  execFileSync('git', ['clone', '--quiet', originOf(project.name, mirrors), home.subject], { stdio: 'inherit' });
  if (project.sha) git(home.subject, ['checkout', '--quiet', project.sha]);
  shell(project.install, home.subject, MAX_INSTALL_MS);
  renameSync(home.subject, home.template);
  return home;
}

/** A fresh copy of the installed project, with these files written into it by `write`. */
export function freshCopy({ template, subject }) {
  rmSync(subject, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--reflink=auto', template, subject]);
  return subject;
}

export function discardCopy({ subject }) {
  rmSync(subject, { recursive: true, force: true });
}

/** Runs a command of the project's list; its output is shown only if it fails. */
export function shell(line, cwd, timeout) {
  execFileSync('sh', ['-c', line], { cwd, timeout, maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });
}

function homeOf({ name }, work) {
  const folder = join(work, name.replace('/', '+'));
  return { folder, template: join(folder, 'template'), subject: join(folder, 'subject') };
}

function originOf(name, mirrors) {
  const mirror = mirrors && join(mirrors, name.replace('/', '+'), 'repo');
  return mirror && existsSync(mirror) ? mirror : `https://github.com/${name}`;
}

const git = (cwd, args) => execFileSync('git', args, { cwd, stdio: 'inherit' });
