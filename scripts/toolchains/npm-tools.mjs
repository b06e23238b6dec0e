/**
 * Installs pinned npm packages that only our own tests and benchmarks need into a cache folder keyed by the request, once per machine. It
 * does not change the workspace's package.json.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installLock } from './install-lock.mjs';
import { NPM_SETS, setWith } from './needed-packages.mjs';
import { retryDownload } from './retry-download.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'unflake-toolchains');
const MARKER = 'finished.json';

/**
 * The folder whose `node_modules` holds these packages, and others of their set; installed on the first call, shared afterwards.
 * @param {Record<string, string>} wanted package name → exact version
 * @returns {Promise<string>}
 */
export async function npmTools(wanted) {
  const specs = setWith(NPM_SETS, wanted);
  const { names, manifest, folder } = await place(specs);
  if (await exists(join(folder, MARKER))) return folder;

  await mkdir(CACHE, { recursive: true });
  const release = await installLock(`${folder}.lock`);
  // unflake-allow name-from-clock: of a living process, which holds the lock
  const staging = `${folder}.${process.pid}`;
  try {
    if (await exists(join(folder, MARKER))) return folder;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging);
    await writeFile(join(staging, 'package.json'), manifest);
    process.stderr.write(`installing ${names.map((name) => `${name}@${specs[name]}`).join(' ')} (once)\n`);
    await retryDownload('npm install', () => npmInstall(staging));
    await writeFile(join(staging, MARKER), manifest);
    // The rename publishes a complete install or nothing; the lock only saves a second process the same work.
    await rename(staging, folder).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return folder;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await release();
  }
}

/** True if they are there already. */
export async function hasNpmTools(specs) {
  return exists(join((await place(specs)).folder, MARKER));
}

async function place(specs) {
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
  return { names, manifest, folder: join(CACHE, key) };
}

function npmInstall(folder) {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    // stdout must stay clean: a caller may print a result there.
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
