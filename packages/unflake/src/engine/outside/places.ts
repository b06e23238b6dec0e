/** Where a test can leave files that outlive its trial: temporary folders, the home of the user, the project. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';

export interface OutsidePlaces {
  readonly temporary: readonly string[];
  /** Null where the user has none. */
  readonly home: string | null;
  /** Null where each trial has a copy of its own. */
  readonly project: string | null;
}

export function outsidePlaces(
  { root }: Pick<Subject, 'root'>,
  { baseEnv, subjectFiles }: Pick<TrialWorkspace, 'baseEnv' | 'subjectFiles'>,
): OutsidePlaces {
  const temporary = ['/tmp', '/var/tmp', '/dev/shm', tmpdir()].map(real).filter((path) => path !== null);
  return {
    temporary: [...new Set(temporary)],
    home: baseEnv.HOME ? real(baseEnv.HOME) : null,
    project: subjectFiles === 'shared' ? real(root) : null,
  };
}

/** The path without links in the folders above it; null unless it lies inside one of the places, and is none of them itself. */
export function insidePlaces(path: string, { temporary, home, project }: OutsidePlaces): string | null {
  const folder = path.startsWith('/') ? real(dirname(path)) : null;
  if (folder === null) return null;
  const all = [...temporary, home, project].filter((place) => place !== null);
  const found = join(folder, basename(path));
  const isAbove = all.some((place) => place === found || place.startsWith(`${found}/`));
  return !isAbove && all.some((place) => found.startsWith(`${place}/`)) ? found : null;
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
