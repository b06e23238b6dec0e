/**
 * Installs pinned npm packages that only our own tests and benchmarks need into a cache folder keyed by the request,
 * once per machine. It leaves the workspace's package.json alone: what we publish and develop with stays there.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'unflake-toolchains');
const MARKER = 'finished.json';
const LOCK_POLL_MS = 200;
// npm on a cold cache and a busy machine needs a minute or two; ten mean that the holder hangs.
const LOCK_PATIENCE_MS = 600_000;
// A holder that dies between creating its lock and writing its pid leaves a lock without an owner.
const OWNERLESS_LOCK_MS = 10_000;

/**
 * The folder whose `node_modules` holds exactly these packages; installed on the first call, shared afterwards.
 * @param {Record<string, string>} specs package name → exact version
 * @returns {Promise<string>}
 */
export async function npmTools(specs) {
  const names = Object.keys(specs).sort();
  if (names.length === 0) throw new Error('npmTools needs at least one package');
  for (const name of names) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(specs[name])) {
      throw new Error(`npmTools installs exact versions only; ${name} asks for '${specs[name]}'`);
    }
  }
  const { overrides } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const dependencies = Object.fromEntries(names.map((name) => [name, specs[name]]));
  const manifest = JSON.stringify({ private: true, dependencies, overrides });
  const key = createHash('sha256').update(`${process.version} ${manifest}`).digest('hex').slice(0, 16);
  const folder = join(CACHE, key);
  if (await exists(join(folder, MARKER))) return folder;

  await mkdir(CACHE, { recursive: true });
  const release = await lock(`${folder}.lock`);
  // unflake-allow name-from-clock: of a living process, which holds the lock
  const staging = `${folder}.${process.pid}`;
  try {
    if (await exists(join(folder, MARKER))) return folder;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging);
    await writeFile(join(staging, 'package.json'), manifest);
    process.stderr.write(`installing ${names.map((name) => `${name}@${specs[name]}`).join(' ')} (once)\n`);
    await npmInstall(staging);
    await writeFile(join(staging, MARKER), manifest);
    // The rename publishes a whole install or nothing; the lock only spares a second process the same work.
    await rename(staging, folder).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return folder;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await release();
  }
}

/** A folder as lock: creating it is atomic on every platform, and its owner's pid tells a dead holder from a slow one. */
async function lock(path) {
  for (let waited = 0; waited <= LOCK_PATIENCE_MS; waited += LOCK_POLL_MS) {
    try {
      await mkdir(path);
      await writeFile(join(path, 'pid'), String(process.pid));
      return () => rm(path, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true });
    else await sleep(LOCK_POLL_MS);
  }
  throw new Error(`${path} is still held after ${LOCK_PATIENCE_MS / 1000} s; remove it if no install is running`);
}

async function isAbandoned(path) {
  try {
    const pid = Number(await readFile(join(path, 'pid'), 'utf8'));
    if (Number.isInteger(pid) && pid > 0) return !isAlive(pid);
    // unflake-allow wall-clock: against the time of a file, which is of that clock
    return Date.now() - (await stat(path)).mtimeMs > OWNERLESS_LOCK_MS;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const stats = await stat(path).catch(() => undefined);
    // unflake-allow wall-clock: as above
    return stats !== undefined && Date.now() - stats.mtimeMs > OWNERLESS_LOCK_MS;
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

function npmInstall(folder) {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    // stdout is ours to keep clean: a caller may be printing an answer there.
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`npm install in ${folder} ended with ${code}:\n${output}`));
    });
  });
}

async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const specs = process.argv.slice(2).map((spec) => {
    const at = spec.lastIndexOf('@');
    return [spec.slice(0, at), spec.slice(at + 1)];
  });
  console.log(await npmTools(Object.fromEntries(specs)));
}
