/** Cargo writes a lock file if it is missing or outdated. The project gets its old state back. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function that undoes whatever has happened to the lock file in the meantime. */
export function keepLock(folder) {
  const path = join(folder, 'Cargo.lock');
  const before = textOf(path);
  return () => {
    if (before === undefined) rmSync(path, { force: true });
    else if (textOf(path) !== before) writeFileSync(path, before);
  };
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
