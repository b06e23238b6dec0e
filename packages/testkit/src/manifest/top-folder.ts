/** The single folder into which a well-formed distribution unpacks. */

/** The distinct first path segments, sorted; a file at the top counts as itself. */
export const topEntries = (files: readonly string[]): string[] =>
  [...new Set(files.map((file) => file.split('/')[0]!))].sort();

/** The paths below the top folder; undefined if there is not exactly one. */
export function withoutTop(files: readonly string[]): string[] | undefined {
  const [top, ...others] = topEntries(files);
  if (top === undefined || others.length || files.includes(top)) return undefined;
  return files.map((file) => file.slice(top.length + 1));
}

export const severalTops = (tops: readonly string[]): string =>
  `everything must be in one top folder, found ${tops.slice(0, 5).join(', ')}`;
