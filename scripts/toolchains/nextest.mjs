/**
 * Finds cargo-nextest for our own tests, or builds it with cargo into the same cache as npm-tools.mjs, once per machine. No registry that
 * we use has its binary.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installLock } from './install-lock.mjs';
import { retryDownload } from './retry-download.mjs';
import { cargoProgram } from './rust.mjs';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/unflake-toolchains', import.meta.url));
const PINNED = '0.9.151';
/** It runs only small projects, so a quick build is enough if it counts like a release build. */
const QUICKLY = {
  CARGO_PROFILE_DEV_DEBUG: '0',
  CARGO_PROFILE_DEV_OPT_LEVEL: '0',
  CARGO_PROFILE_DEV_OVERFLOW_CHECKS: 'false',
  CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false',
  CARGO_INCREMENTAL: '0',
};

/**
 * A `cargo` that has nextest: the machine's own, else one that finds ours.
 * @returns {Promise<string>}
 */
export async function cargoWithNextest() {
  const cargo = await cargoProgram();
  if (await answers(cargo)) return cargo;
  const folder = join(CACHE, `nextest-${PINNED}`);
  const program = join(folder, 'cargo');
  if (await exists(program)) return program;
  await mkdir(CACHE, { recursive: true });
  const release = await installLock(`${folder}.lock`);
  // unflake-allow name-from-clock: of a living process, which holds the lock
  const staging = `${folder}.${process.pid}`;
  try {
    if (await exists(program)) return program;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging);
    await build(cargo, staging);
    await writeFile(join(staging, 'cargo'), '#!/bin/sh\nPATH="$(dirname "$0")/bin:$PATH" exec cargo "$@"\n');
    await chmod(join(staging, 'cargo'), 0o755);
    await rename(staging, folder);
    return program;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await release();
  }
}

async function build(cargo, folder) {
  process.stderr.write(`building cargo-nextest ${PINNED} (once)\n`);
  const argv = ['install', 'cargo-nextest', '--locked', '--version', PINNED, '--no-default-features', '--debug'];
  const products = join(folder, 'target');
  const env = { ...process.env, ...QUICKLY, CARGO_TARGET_DIR: products };
  // What an attempt has downloaded and built serves the next.
  await retryDownload('cargo install', () =>
    run(cargo, [...argv, '--root', folder], { env, maxBuffer: 1 << 26 }).catch((error) => {
      throw new Error(`cargo-nextest ${PINNED} cannot be built; it needs Rust 1.91 or later\n${error.stderr ?? error}`);
    }),
  );
  await rm(products, { recursive: true, force: true });
}

function answers(cargo) {
  return run(cargo, ['nextest', '--version']).then(
    () => true,
    () => false,
  );
}

function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
