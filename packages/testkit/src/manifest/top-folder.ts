/** The one folder that a well-made distribution unpacks into. */

/** The distinct first parts of the paths, sorted; a file at the top counts as itself. */
export function topEntries(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => file.split('/')[0]!))].sort();
}

/** The paths below the top folder; refuses when there is not exactly one. */
export function withoutTop(files: readonly string[]): string[] {
  const tops = topEntries(files);
  if (tops.length !== 1 || files.includes(tops[0]!)) {
    throw new Error(`everything must be in one top folder, found ${tops.length}: ${tops.slice(0, 5).join(', ')}`);
  }
  return files.map((file) => file.slice(tops[0]!.length + 1));
}
