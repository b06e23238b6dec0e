/** The files that make up a suite: the given files, folders and globs, or what `node --test` itself looks for. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { globPattern, isGlob } from '../javascript/glob.mjs';

const DEFAULT = /(?:^|\/)(?:test|test-[^/]*|[^/]*[._-]test)\.[cm]?js$|(?:^|\/)test\/.*\.[cm]?js$/;

export function testFiles(root, patterns) {
  if (patterns.length === 0) return walk(root, '').filter((file) => DEFAULT.test(file));
  const found = patterns.flatMap((pattern) => {
    const clean = pattern.replace(/^\.\//, '').replace(/\/$/, '');
    if (isGlob(clean)) return filesMatching(root, clean);
    const kind = statSync(join(root, clean), { throwIfNoEntry: false });
    if (kind?.isDirectory()) return walk(root, clean === '.' ? '' : clean).filter((file) => DEFAULT.test(file));
    return [clean];
  });
  return [...new Set(found)].sort();
}

/** Relative to the root, sorted; a path without wildcards is returned if it exists. */
export function filesMatching(root, glob) {
  if (!isGlob(glob)) return statSync(join(root, glob), { throwIfNoEntry: false })?.isFile() ? [glob] : [];
  const pattern = globPattern(glob.replace(/^\.\//, ''));
  return walk(root, '').filter((file) => pattern.test(file));
}

function walk(root, folder) {
  // unflake-allow directory-order: sorted below
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : walk(root, path);
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
  return files.sort();
}
