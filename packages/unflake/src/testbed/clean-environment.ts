/** Removes an environment atomically by renaming it first. Also cleans up after builders that died. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { procText } from '../proc/read-proc.ts';
import { takeLock } from './lock.ts';
import { byName, isName } from './names.ts';
import { environmentPlaces, makingFolder } from './places.ts';
import { keepTimes } from './times.ts';

/** The caller holds the lock. Returns false if there was nothing to remove. */
export async function cleanEnvironment(envs: string, name: string): Promise<boolean> {
  const { folder, state } = environmentPlaces(envs, name);
  if (!existsSync(folder)) return false;
  keepTimes(envs, state);
  const away = makingFolder(envs, name);
  await remove(away);
  renameSync(folder, away);
  await remove(away);
  return true;
}

/** Removes half-built or half-removed environments of dead runs. */
export async function sweepEnvironments(envs: string): Promise<void> {
  if (!existsSync(envs)) return;
  for (const left of readdirSync(envs).sort(byName)) {
    const [, name = '', maker = ''] = /^\.making-(.+)-(\d+)$/.exec(left) ?? [];
    if (!isName(name) || procText(`/proc/${maker}/stat`) !== undefined) continue;
    // A builder that is invisible here, such as one in another container, holds the lock.
    const lock = await takeLock(environmentPlaces(envs, name).lock, { waitMs: 0, words: 'sweeping up' });
    if (lock === null) continue;
    try {
      await remove(join(envs, left));
    } finally {
      lock.release();
    }
  }
}

/** Also removes read-only folders, such as Go's module cache. */
async function remove(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    await openUp(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name));
  }
}
