/** A project built once, in a copy outside of it, and cached as long as its files are the same. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contentsOf, copyFiles, looksOf, projectFiles } from './project-files.mjs';

const POLL_MS = 50;

/**
 * What `build(copy, folder)` has returned for this project: now, or in an earlier trial.
 * @param {{ root: string, outside: string[], cache: string, words: string[] }} project `words`: what else the build depends on
 */
export async function builtProject({ root, outside, cache, words }, build) {
  const files = projectFiles(root, outside);
  const folder = join(cache, keyOf(files, root, cache, words));
  for (;;) {
    const known = readJson(join(folder, 'built.json'));
    if (known !== undefined) return known;
    if (claim(folder)) break;
    await pause(POLL_MS);
  }
  const copy = copyFiles(files, root, join(folder, 'project'));
  const built = { root, copy, ...(await build(copy, folder)) };
  // The next caller retries a failed build.
  if (built.launches.length === 0) rmSync(folder, { recursive: true, force: true });
  else writeJson(join(folder, 'built.json'), built);
  return built;
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

/** True for the process that builds. If a builder dies, another takes over. */
function claim(folder) {
  const owner = join(folder, 'owner.json');
  const { pid } = readJson(owner) ?? {};
  if (existsSync(folder)) {
    if (pid === undefined || isAlive(pid)) return false;
    rmSync(folder, { recursive: true, force: true });
  }
  // unflake-allow name-from-clock: of a living process, and renamed
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeJson(join(own, 'owner.json'), { pid: process.pid });
  try {
    renameSync(own, folder);
    return true;
  } catch (error) {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(own, { recursive: true, force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeJson(path, value) {
  // unflake-allow name-from-clock: of a living process, and renamed
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(value));
  renameSync(`${path}.${process.pid}`, path);
}
