/** A private copy of the subject for one trial. Version control is left out; dependency folders, which are large and not the subject's own work, are linked. */
import { constants, copyFileSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEPENDENCY_FOLDERS, VERSION_CONTROL } from '../../contract/foreign-folders.ts';

export function copySubject(root: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(root, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const from = join(root, entry.name);
    const target = join(to, entry.name);
    if (VERSION_CONTROL.has(entry.name)) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), target);
    else if (entry.isDirectory()) {
      if (DEPENDENCY_FOLDERS.has(basename(from))) symlinkSync(from, target);
      else copySubject(from, target);
    } else if (entry.isFile()) {
      // A reflink where the file system can, a plain copy where it cannot; the mode goes with it.
      copyFileSync(from, target, constants.COPYFILE_FICLONE);
    }
    // Sockets, pipes and devices belong to processes, not to the subject.
  }
}

/** The path inside the copy, for a path inside the subject; other paths stay. */
export function inCopy(path: string, root: string, copy: string): string {
  if (path === root) return copy;
  return path.startsWith(`${root}/`) ? join(copy, path.slice(root.length + 1)) : path;
}
