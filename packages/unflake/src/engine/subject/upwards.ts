import { dirname } from 'node:path';

/** The folder itself, then those above it. */
export function upwards(folder: string): readonly string[] {
  const parents = [folder];
  while (dirname(parents.at(-1)!) !== parents.at(-1)) parents.push(dirname(parents.at(-1)!));
  return parents;
}
