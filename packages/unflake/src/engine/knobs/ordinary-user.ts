/** Can an unprivileged user run the tests of a project? Checks access to the project, the runner and our own files. */
import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Unavailable } from '../../contract/knob.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';

/** They write what they build into the project, or into caches of ours. */
const BUILD: readonly string[] = ['cargo-test', 'go-test', 'gradle', 'maven', 'nextest'];

const [READ, SEARCH] = [0o004, 0o001];

/** Null where nothing stands in the way. */
export function refusesOrdinaryUser(
  { adapter, root, folder, program, probes }: Subject,
  { folders }: Pick<TrialWorkspace, 'folders'>,
): Unavailable | null {
  if (BUILD.includes(adapter.name)) {
    return { why: `${adapter.name} builds where an ordinary user may not write`, enable: null };
  }
  // Files that we write for a trial must be readable for that user.
  if ((process.umask() & READ) !== 0) return { why: 'files that we write are closed to others', enable: 'umask 022' };
  // A package in an archive is read by Node alone, and the archive lies in the project.
  const files = program.filter((part) => isAbsolute(part) && existsSync(part));
  const places = [root, folder, ...files, process.execPath, probes, dirname(folders.path)];
  return closedToOthers(places);
}

/** The first of these paths that others may not reach or read, with the command that opens it. */
export function closedToOthers(paths: readonly string[]): Unavailable | null {
  for (const path of new Set(paths.flatMap((place) => [place, realpathSync(place)]))) {
    const why = `an ordinary user cannot reach ${path}`;
    const closed = ancestors(path).find((folder) => !allows(statSync(folder), SEARCH));
    if (closed !== undefined) return { why, enable: `chmod o+x ${closed}` };
    const stat = statSync(path);
    const isOpen = allows(stat, READ) && (!stat.isDirectory() || allows(stat, SEARCH));
    if (!isOpen) return { why, enable: `chmod -R o+rX ${path}` };
  }
  return null;
}

const allows = ({ mode }: Stats, right: number): boolean => (mode & right) !== 0;

/** From the root down, without the path itself. */
function ancestors(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), join(parent)];
}
