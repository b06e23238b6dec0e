/**
 * Where the output of a trial is captured: in memory if there is plenty, because creating a file on a journalled disk costs as much as a
 * short trial.
 */
import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';

/** Output is trimmed every 100 ms, and a pipe carries some GB/s at most. The 64 MB of many containers are not enough. */
const ENOUGH_BYTES = 1024 ** 3;

/** `fallback`: a folder on disk. */
export function outputPlace(fallback: string): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : fallback;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return fallback;
  }
}
