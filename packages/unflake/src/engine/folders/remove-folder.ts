/** Removes a folder recursively, including read-only files. A failure does not fail the trial. */
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'EACCES' || code === 'EPERM') await removeReadOnly(folder);
    // Anything else (a concurrent write, a mount) is left to a later clean-up.
  }
}

/** Go's module cache, for one, is read-only down to its folders. */
async function removeReadOnly(folder: string): Promise<void> {
  try {
    await openUp(folder);
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

async function openUp(folder: string): Promise<void> {
  if (!(await lstat(folder)).isDirectory()) return;
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name));
  }
}
