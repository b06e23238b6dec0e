/**
 * Finds a Python with pytest for our own tests, or creates a virtual environment with pinned packages in the same cache as npm-tools.mjs,
 * once per machine. Tests never skip: a missing tool is an error that names the command to install it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installLock } from './install-lock.mjs';
import { PYTHON_SETS, refuseUnlisted } from './needed-packages.mjs';
import { retryDownload } from './retry-download.mjs';
import { systemTool } from './system-tool.mjs';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'unflake-toolchains');
const MARKER = 'finished.json';
const PINNED_PYTEST = '9.0.3';
const OLDEST_PYTEST_MAJOR = 7;

/** A Python that can make virtual environments. */
export const PYTHON = {
  names: ['python3', 'python'],
  check: ['-m', 'venv', '--help'],
  packages: ['python3', 'python3-venv'],
};

/**
 * An interpreter that has pytest: the machine's own when it is recent enough, else one of ours.
 * @returns {Promise<string>}
 */
export async function pythonWithPytest() {
  for (const python of ['python3', 'python']) {
    const version = await output(python, ['-m', 'pytest', '--version']);
    if (Number(/pytest (\d+)\./.exec(version ?? '')?.[1] ?? 0) < OLDEST_PYTEST_MAJOR) continue;
    return (await output(python, ['-c', 'import sys; print(sys.executable)'])).trim();
  }
  return pythonTools({ pytest: PINNED_PYTEST });
}

/**
 * An interpreter in a virtual environment that has exactly these packages and what they need.
 * @param {Record<string, string>} specs package name → exact version
 * @returns {Promise<string>}
 */
export async function pythonTools(specs) {
  refuseUnlisted(PYTHON_SETS, specs);
  const base = await systemTool(PYTHON);
  const { wanted, folder } = await place(base, specs);
  const python = join(folder, 'bin', 'python');
  if (await exists(join(folder, MARKER))) return python;

  await mkdir(CACHE, { recursive: true });
  const release = await installLock(`${folder}.lock`);
  // unflake-allow name-from-clock: of a living process, and renamed
  const staging = `${folder}.${process.pid}`;
  try {
    if (await exists(join(folder, MARKER))) return python;
    await rm(staging, { recursive: true, force: true });
    process.stderr.write(`installing ${wanted.join(' ')} (once)\n`);
    await loud(base, ['-m', 'venv', staging], 'on Debian: apt-get install python3-venv');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wanted];
    const python3 = join(staging, 'bin', 'python');
    await retryDownload('pip install', () => loud(python3, pip, `python3 ${pip.join(' ')}`));
    await writeFile(join(staging, MARKER), JSON.stringify(wanted));
    // An environment may be moved if it is used through its interpreter; a second process finds it in place.
    await rename(staging, folder).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return python;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await release();
  }
}

/** True if they are there already; the machine's Python is. */
export async function hasPythonTools(specs) {
  return exists(join((await place(await systemTool(PYTHON), specs)).folder, MARKER));
}

async function place(base, specs) {
  const wanted = Object.keys(specs)
    .sort()
    .map((name) => `${name}==${specs[name]}`);
  const version = await output(base, ['--version']);
  const key = createHash('sha256')
    .update(`${version} ${wanted.join(' ')}`)
    .digest('hex')
    .slice(0, 16);
  return { wanted, folder: join(CACHE, `python-${key}`) };
}

async function loud(program, args, advice) {
  try {
    await run(program, args, { maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')} failed; ${advice}\n${error.stdout ?? ''}${error.stderr ?? ''}`, {
      cause: error,
    });
  }
}

/** The output of the program, or undefined if it cannot run. */
async function output(program, args) {
  return run(program, args).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => undefined,
  );
}

async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
