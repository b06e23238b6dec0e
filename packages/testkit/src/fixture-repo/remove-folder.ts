/** Removes a folder and its contents; a missing folder is fine. */
import { rm } from 'node:fs/promises';

export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
