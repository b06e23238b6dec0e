/** A lock between processes that would install the same thing: the second waits for the first. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
// An install with a cold cache on a busy machine takes a minute or two, a cargo build eight; twenty mean that the holder hangs.
const PATIENCE_MS = 1_200_000;
// A holder that dies between creating its lock and writing its pid leaves a lock without an owner.
const OWNERLESS_MS = 10_000;

/**
 * A folder as lock: creating it is atomic on every platform, and its owner's pid tells a dead holder from a slow one.
 * @param {string} path
 * @returns {Promise<() => Promise<void>>} releases it
 */
export async function installLock(path) {
  for (let waited = 0; waited <= PATIENCE_MS; waited += POLL_MS) {
    try {
      await mkdir(path);
      await writeFile(join(path, 'pid'), String(process.pid));
      return () => rm(path, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true });
    else await sleep(POLL_MS);
  }
  throw new Error(`${path} is still held after ${PATIENCE_MS / 1000} s; remove it if no install is running`);
}

async function isAbandoned(path) {
  try {
    const pid = Number(await readFile(join(path, 'pid'), 'utf8'));
    if (Number.isInteger(pid) && pid > 0) return !isAlive(pid);
    // unflake-allow wall-clock: compared with the time of a file, which uses that clock
    return Date.now() - (await stat(path)).mtimeMs > OWNERLESS_MS;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const lock = await stat(path).catch(() => undefined);
    // unflake-allow wall-clock: as above
    return lock !== undefined && Date.now() - lock.mtimeMs > OWNERLESS_MS;
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
