/** Cargo writes a lock file if it is missing or outdated. The project gets its old state back. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Changes of the lock file during the work are undone, also when the time limit ends us. */
export async function keepingLock(folder, work) {
  const restore = keepLock(folder);
  // The time limit ends us with this signal first.
  process.on('SIGTERM', () => {
    restore();
    process.exit(143);
  });
  try {
    return await work();
  } finally {
    restore();
  }
}

function keepLock(folder) {
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
