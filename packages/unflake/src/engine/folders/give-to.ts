/** Gives a trial's folder, with all that is in it by now, to the user that the trial runs as. The folder above it becomes passable. */
import { chmodSync, lchownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PASSABLE = 0o711;

export function giveTo(folder: string, user: number): void {
  chmodSync(dirname(folder), PASSABLE);
  for (const name of ['.', ...(readdirSync(folder, { recursive: true }) as string[]).sort()]) {
    lchownSync(join(folder, name), user, user);
  }
}
