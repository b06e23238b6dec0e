/** What a report says about the file of a test: its path, only the folder of its package (with `/` at the end), or nothing (empty). */

export const isWholeFile = (file: string): boolean => file !== '' && !file.endsWith('/');

/** Whether two of them can be the same file, one of them told in less detail. */
export function canBeSameFile(one: string, other: string): boolean {
  if (one === other) return true;
  return (!isWholeFile(one) && other.startsWith(one)) || (!isWholeFile(other) && one.startsWith(other));
}
