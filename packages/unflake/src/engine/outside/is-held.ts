/** True if a living process has a file open at or below a path, or works there. Such a path is never moved. */
import { readdirSync, readlinkSync } from 'node:fs';
import { everyPid } from '../process/process-table.ts';

export function isHeld(path: string): boolean {
  const isThere = (link: string) => link === path || link.startsWith(`${path}/`);
  return everyPid().some((pid) => linksOf(pid).some(isThere));
}

/** Of processes that are not ours to read, none. */
function linksOf(pid: number): readonly string[] {
  try {
    const names = readdirSync(`/proc/${pid}/fd`).sort();
    const fds = names.map((fd) => `/proc/${pid}/fd/${fd}`);
    return [`/proc/${pid}/cwd`, ...fds].flatMap(readLink);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}

function readLink(link: string): readonly string[] {
  try {
    return [readlinkSync(link)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
