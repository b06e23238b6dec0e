/** What several processes need and one of them makes: the others wait for it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;
const RESULT = 'built.json';

/** What `make()` has returned for this folder, now or earlier. Made again by the next caller if it is not `good`. */
export async function madeOnce(folder, make, good = () => true) {
  for (;;) {
    const known = readJson(join(folder, RESULT));
    if (known !== undefined) return known;
    if (claim(folder)) break;
    await pause(POLL_MS);
  }
  const result = await make();
  if (good(result)) writeJson(join(folder, RESULT), result);
  else rmSync(folder, { recursive: true, force: true });
  return result;
}

/** True for the process that makes it. If that one dies, another takes over. */
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

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeJson(path, value) {
  // unflake-allow name-from-clock: of a living process, and renamed
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(value));
  renameSync(`${path}.${process.pid}`, path);
}
