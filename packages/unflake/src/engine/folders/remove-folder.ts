/** Removes a folder and all that is in it, also what a tool has made read-only. A failure to do so is no reason to lose a trial. */
import { chmodSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'EACCES' || code === 'EPERM') removeReadOnly(folder);
    // Anything else (a file being made meanwhile, a mount) is left to the sweep of the next start.
  }
}

/** Go's module cache, for one, is read-only down to its folders. */
function removeReadOnly(folder: string): void {
  try {
    openUp(folder);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

function openUp(folder: string): void {
  if (!lstatSync(folder).isDirectory()) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(join(folder, entry.name));
  }
}

/** Whether the folder was empty, and so is gone. Much cheaper than a recursive removal when it is. */
export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
