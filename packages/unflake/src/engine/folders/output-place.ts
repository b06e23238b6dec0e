/** Where a trial's output is caught: in memory where there is plenty, because making a file on a journalled disk costs as much as a short trial's work. */
import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';

/** A flood is cut back every 100 ms, and no pipe of ours is faster than some GB/s; containers often have 64 MB, which is not enough. */
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
