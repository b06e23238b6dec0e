/** Puts a text in the place of a file's, all at once: whoever reads sees the old text or the new one. */
import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Next to the file, because a rename must stay on its disk; the name is ours alone while the file is. */
const COPY_SUFFIX = '.unflake-fix';

export function writeAtomically(path: string, text: string): void {
  const copy = join(dirname(path), `.${basename(path)}${COPY_SUFFIX}`);
  try {
    // Fails when another run is at the same file.
    writeFileSync(copy, text, { flag: 'wx' });
    chmodSync(copy, statSync(path).mode);
    renameSync(copy, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(copy, { force: true });
    throw error;
  }
}
