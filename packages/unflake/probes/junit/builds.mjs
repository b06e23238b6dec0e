/** A project built once, in a copy outside of it, and cached as long as its files are the same. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce, readJson, writeJson } from './made-once.mjs';
import { contentsOf, copyFiles, looksOf, projectFiles } from './project-files.mjs';

/**
 * What `build(copy, folder)` has returned for this project: now, or in an earlier trial.
 * @param {{ root: string, outside: string[], cache: string, words: string[] }} project `words`: what else the build depends on
 */
export function builtProject({ root, outside, cache, words }, build) {
  const files = projectFiles(root, outside);
  const folder = join(cache, keyOf(files, root, cache, words));
  const make = async () => {
    const copy = copyFiles(files, root, join(folder, 'project'));
    return { root, copy, ...(await build(copy, folder)) };
  };
  return madeOnce(folder, make, ({ launches }) => launches.length > 0);
}

/** Contents are read only when a file looks different from what is known. */
function keyOf(files, root, cache, words) {
  const path = join(cache, `looks-${looksOf(files, root)}.json`);
  const known = readJson(path) ?? { contents: contentsOf(files, root) };
  mkdirSync(cache, { recursive: true });
  writeJson(path, known);
  const key = createHash('sha256').update(JSON.stringify([known.contents, ...words]));
  return key.digest('hex').slice(0, 24);
}
