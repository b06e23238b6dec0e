/** The folder of this run, with the private folders of its trials. Also removes folders of dead runs. */
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, ownIdentity } from '../../proc/process-identity.ts';
import { putBackForTheDead } from '../outside/put-back.ts';
import { giveFolderToKeeper } from '../process/keeper.ts';
import { removeFolder } from './remove-folder.ts';
import { makeTrialFolder, type TrialFolder } from './trial-folder.ts';

/** The name contains the owner, so that no folder is ever without an owner. */
const PREFIX = 'unflake-run-';

export interface RunFolder {
  readonly path: string;
  /** An empty folder that no other running trial has. */
  readonly trialFolder: () => TrialFolder;
  readonly remove: () => Promise<void>;
}

// Counted per process, because all workspaces share the folder of the run.
let trialFolders = 0;
let open = 0;

/** `place`: where it is made; the folder of temporary files when not given. */
export function openRunFolder(place: string = tmpdir()): RunFolder {
  mkdirSync(place, { recursive: true });
  const parent = realpathSync(place);
  sweep(parent);
  putBackForTheDead(parent);
  const path = join(parent, `${PREFIX}${ownIdentity()}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  giveFolderToKeeper(path);
  open += 1;
  // Creating and removing folders on a journalled file system costs more than a short trial, so clean ones are reused.
  const clean: TrialFolder[] = [];
  return {
    path,
    trialFolder() {
      const used = clean.pop();
      if (used !== undefined) return used;
      trialFolders += 1;
      return makeTrialFolder(join(path, `trial-${trialFolders}`), (folder) => clean.push(folder));
    },
    async remove() {
      open -= 1;
      if (open === 0) await removeFolder(path);
    },
  };
}

/** Runs before anything is started, in the background. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX) && !isAlive(name.slice(PREFIX.length))) void removeFolder(join(parent, name));
  }
}
