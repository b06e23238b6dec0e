/** Removes a folder with all that is in it; none is as good as removed. */
import { rm } from 'node:fs/promises';

export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
