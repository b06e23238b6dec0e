/** True if a living process has a file open at or below a path, or works there. Such a path is never moved. */
import { everyPid, openFilesOf, workFolderOf } from '../../proc/process-table.ts';

export function isHeld(path: string): boolean {
  const isThere = (place: string | undefined) => place === path || place?.startsWith(`${path}/`) === true;
  return everyPid().some((pid) => isThere(workFolderOf(pid)) || openFilesOf(pid).some((file) => isThere(file.path)));
}
