/**
 * Finds a program that our own tests need, or installs it through the system's package manager, once per machine. Tests never skip: a
 * missing tool is an error that names the command to install it.
 */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installLock } from './install-lock.mjs';
import { retryDownload } from './retry-download.mjs';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/unflake-toolchains', import.meta.url));
// Another process on a fresh machine may be installing too: apt-get waits for it instead of failing.
const APT = ['-o', 'DPkg::Lock::Timeout=600'];

/** @typedef {{ names: readonly string[], check: readonly string[], packages: readonly string[] }} SystemTool */

/**
 * The first of `names` that answers to `check`, as an absolute path.
 * @param {SystemTool} tool
 * @returns {Promise<string>}
 */
export async function systemTool(tool) {
  const { names, packages } = tool;
  const found = await findSystemTool(tool);
  if (found !== undefined) return found;
  if (!(await canInstallPackages())) {
    throw new Error(`${names[0]} is needed by these tests; on Debian: ${installCommand(packages)}`);
  }
  await mkdir(CACHE, { recursive: true });
  const release = await installLock(join(CACHE, 'apt-get.lock'));
  try {
    // The previous holder of the lock may have installed it.
    const meanwhile = await findSystemTool(tool);
    if (meanwhile !== undefined) return meanwhile;
    process.stderr.write(`installing ${packages.join(' ')} with apt-get (once)\n`);
    await installPackages(packages);
  } finally {
    await release();
  }
  const installed = await findSystemTool(tool);
  if (installed === undefined) throw new Error(`${names[0]} does not answer after: ${installCommand(packages)}`);
  return installed;
}

/** Its path, or undefined if it does not run. */
export async function findSystemTool({ names, check }) {
  for (const name of names) {
    if (!(await answers(name, check))) continue;
    return name.includes('/') ? name : (await run('which', [name])).stdout.trim();
  }
  return undefined;
}

export async function canInstallPackages() {
  return process.getuid?.() === 0 && (await answers('apt-get', ['--version']));
}

/** As a person types it. */
export function installCommand(packages) {
  return `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
}

export async function installPackages(packages) {
  // A mirror that is being written has lists that do not fit its packages: both steps are made again.
  await retryDownload('apt-get', () => installOnce(packages));
}

async function installOnce(packages) {
  for (const argv of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', [...APT, ...argv], { maxBuffer: 1 << 26, env }).catch((error) => {
      const said = `${error.stdout ?? ''}${error.stderr ?? ''}`;
      throw new Error(`apt-get ${argv.join(' ')} failed; type: ${installCommand(packages)}\n${said}`);
    });
  }
}

function answers(program, args) {
  return run(program, [...args]).then(
    () => true,
    () => false,
  );
}
