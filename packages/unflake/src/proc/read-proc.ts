/** Reads /proc. Between any two calls a process may end (ENOENT, ESRCH) or change its user (EACCES, EPERM): then there is nothing to read. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

const shared = Buffer.alloc(64 * 1024);

/** Cheaper than readFileSync for the short files of /proc, most of which are gone when we ask. */
export function procText(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return ifReadable(() => {
    const fd = openSync(path, 'r');
    try {
      const length = readSync(fd, shared, 0, shared.length, null);
      if (length < shared.length) return shared.toString('latin1', 0, length);
    } finally {
      closeSync(fd);
    }
    return readFileSync(path, 'latin1');
  });
}

/** Sorted; none where they cannot be read. */
export function procEntries(folder: string): readonly string[] {
  return ifReadable(() => readdirSync(folder).sort()) ?? [];
}

export function procLink(path: string): string | undefined {
  return ifReadable(() => readlinkSync(path));
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
