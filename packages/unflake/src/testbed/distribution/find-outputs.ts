/** Finds the outputs of a build: paths under a folder that match a pattern, folder by folder. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathPattern } from '../../text/path-pattern.ts';

/** Relative to the root, sorted. `*` does not cross folders. */
export function findOutputs(root: string, pattern: string): readonly string[] {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  let found = [''];
  for (const [at, part] of parts.entries()) {
    const last = at === parts.length - 1;
    found = found.flatMap((folder) => step(root, folder, part)).filter((path) => last || isFolder(join(root, path)));
  }
  return found.filter((path) => path !== '').sort();
}

function step(root: string, folder: string, part: string): readonly string[] {
  const path = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  if (!/[*?[]/.test(part)) {
    return statSync(join(root, path(part)), { throwIfNoEntry: false }) === undefined ? [] : [path(part)];
  }
  const like = pathPattern(part, 'within');
  return readdirSync(join(root, folder))
    .filter((name) => like.test(name) && (part.startsWith('.') || !name.startsWith('.')))
    .sort()
    .map(path);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
