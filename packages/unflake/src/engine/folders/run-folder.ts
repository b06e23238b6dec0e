/** The folder of this unflake's run: a place for each trial's private folders. Also removes what dead runs have left. */
import { mkdirSync, readdirSync, realpathSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, ownIdentity } from '../../store/process-identity.ts';
import { giveFolderToKeeper } from '../process/keeper.ts';
import { removeFolder, removeIfEmpty } from './remove-folder.ts';

/** The name says whose it is, so that a folder is never without its owner's mark. */
const PREFIX = 'unflake-run-';

export interface TrialFolder {
  readonly path: string;
  readonly tmp: string;
  readonly home: string;
  /** Removes it; `written` names the files that we put there ourselves, so that the common case needs no search. */
  readonly remove: (written: readonly string[]) => void;
}

export interface RunFolder {
  readonly path: string;
  readonly trialFolder: () => TrialFolder;
  readonly remove: () => void;
}

/** `place`: the folder of temporary files, or what UNFLAKE_TMP says. */
export function openRunFolder(place = process.env.UNFLAKE_TMP ?? tmpdir()): RunFolder {
  mkdirSync(place, { recursive: true });
  const parent = realpathSync(place);
  sweep(parent);
  const path = join(parent, `${PREFIX}${ownIdentity()}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  giveFolderToKeeper(path);
  return { path, trialFolder: () => makeTrialFolder(path), remove: () => removeFolder(path) };
}

// Counted for the process, not for the folder: two laboratories in one process share the run's folder.
let made = 0;

function makeTrialFolder(run: string): TrialFolder {
  made += 1;
  const path = join(run, `trial-${made}`);
  const tmp = join(path, 'tmp');
  const home = join(path, 'home');
  mkdirSync(tmp, { recursive: true });
  mkdirSync(home);
  return { path, tmp, home, remove: (written) => removeTrialFolder(path, tmp, home, written) };
}

function removeTrialFolder(path: string, tmp: string, home: string, written: readonly string[]): void {
  for (const file of written) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) unlinkSync(file);
  }
  const empty = removeIfEmpty(tmp) && removeIfEmpty(home) && removeIfEmpty(path);
  if (!empty) removeFolder(path);
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && !isAlive(name.slice(PREFIX.length))) removeFolder(join(parent, name));
  }
}
