/** The private folder of one trial at a time: `tmp` and `home` inside it, and room for probes next to them. */
import { existsSync, lstatSync, mkdirSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

export interface TrialFolder {
  readonly path: string;
  readonly tmp: string;
  readonly home: string;
  /** Gives the folder back. `written` names the files that we put there ourselves; anything else in it is the trial's. */
  readonly release: (written: readonly string[]) => Promise<void>;
  /** Resets the folder for another trial; false if something in it cannot be removed. */
  readonly renew: (written: readonly string[]) => Promise<boolean>;
}

const MODE = 0o700;
/** A temporary folder of a machine is never empty: `os.removedirs` of Python would remove an empty one with the last folder in it. */
const KEEP = '.keep';

export const keepFromVanishing = (folder: string): void => writeFileSync(join(folder, KEEP), '');

/** `reuse` gets the folder back when the trial has left nothing in it; otherwise it is removed. */
export function makeTrialFolder(path: string, reuse: (folder: TrialFolder) => void): TrialFolder {
  const tmp = join(path, 'tmp');
  const home = join(path, 'home');
  const make = () => {
    mkdirSync(path, { recursive: true, mode: MODE });
    mkdirSync(tmp, { mode: MODE });
    keepFromVanishing(tmp);
    mkdirSync(home, { mode: MODE });
  };
  make();
  const folder: TrialFolder = {
    path,
    tmp,
    home,
    async release(written) {
      if (isClean(folder, written)) reuse(folder);
      else await removeFolder(path);
    },
    async renew(written) {
      if (isClean(folder, written)) return true;
      await removeFolder(path);
      if (existsSync(path)) return false;
      make();
      return true;
    },
  };
  return folder;
}

function isClean({ path, tmp, home }: TrialFolder, written: readonly string[]): boolean {
  if (!holdsOnly(tmp, KEEP) || !holdsOnly(home)) return false;
  for (const file of written) if (statSync(file, { throwIfNoEntry: false })?.isFile()) unlinkSync(file);
  return readdirSync(path).length === 2;
}

/** These empty files, and the folder is still as we made it. */
function holdsOnly(folder: string, ...files: readonly string[]): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true || (stat.mode & 0o777) !== MODE || stat.uid !== process.getuid?.()) return false;
  const names = readdirSync(folder);
  return names.length === files.length && files.every((file) => isEmptyFile(join(folder, file)));
}

function isEmptyFile(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === 0;
}
