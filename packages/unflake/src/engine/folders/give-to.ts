/** Changes the owner of a trial folder and its contents to the user that the trial runs as. The parent folder becomes traversable. */
import { chmodSync, lchownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PASSABLE = 0o711;

export function giveTo(folder: string, user: number): void {
  chmodSync(dirname(folder), PASSABLE);
  for (const name of ['.', ...(readdirSync(folder, { recursive: true }) as string[]).sort()]) {
    lchownSync(join(folder, name), user, user);
  }
}
