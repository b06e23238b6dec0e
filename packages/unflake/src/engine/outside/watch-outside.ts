/** Reports what trials leave outside their own folders, as far as it can be distinguished from files of other programs. */
import { existsSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { foldersToWatch, isForeign } from './folders-to-watch.ts';
import { isHeld } from './is-held.ts';
import { outsidePlaces } from './places.ts';
import { projectText } from './project-text.ts';
import { watchFolders } from './watch-folders.ts';

/** Separator of paths in one condition; a path that contains it is not reported. */
const SEPARATOR = ':';
const MAX_OBSERVED = 20;
/** Shorter words match by chance. */
const MIN_WORD = 6;

export interface OutsideWatch {
  /** Paths that are new since the last call and ours: the project names them, and no process has them open. */
  readonly left: () => readonly string[];
}

export function watchOutside(subject: Subject, workspace: TrialWorkspace): OutsideWatch {
  const places = outsidePlaces(subject, workspace);
  const watch = watchFolders(foldersToWatch(places));
  const text = projectText(subject.root);
  const isInProject = (path: string) => places.project !== null && path.startsWith(`${places.project}/`);
  return {
    left() {
      const observed: string[] = [];
      for (const path of watch.appeared()) {
        const name = basename(path);
        if (observed.length === MAX_OBSERVED) break;
        if (isForeign(name) || path.includes(SEPARATOR) || path.includes('\n') || !isOurs(path)) continue;
        const isLeft = isInProject(path) || (wordsOf(name).some(text.has) && !holdsOurs(path));
        if (isLeft && !isHeld(path)) observed.push(path);
      }
      return observed;
    },
  };
}

/** Folders of the user for states (`.local/state`) may be new only because unflake keeps its own in them. */
const holdsOurs = (path: string): boolean =>
  ['unflake', join('state', 'unflake')].some((inner) => existsSync(join(path, inner)));

function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === process.getuid?.();
}

/** The name itself, without its ending, and its longest word: a name may be put together in the code. */
function wordsOf(name: string): readonly string[] {
  const [longest = ''] = name.split(/[^A-Za-z0-9]+/).toSorted((a, b) => b.length - a.length);
  const stem = name.replace(/\.[^.]*$/, '');
  return [name, stem, longest].filter((word, at) => word.length >= (at === 0 ? 1 : MIN_WORD));
}
