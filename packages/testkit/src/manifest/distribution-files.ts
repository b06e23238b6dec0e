/** Lists the files of a distribution: a folder, a tar, a gzipped tar or a zip. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { fail } from '../text/refuse.ts';
import { tarFiles } from './tar-files.ts';
import { zipFiles } from './zip-files.ts';

const GZIP = '\x1f\x8b';

/**
 * The paths of all files in the distribution, with forward slashes, sorted. Directories are not listed.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { distributionFiles } from '@unflake/testkit/manifest';
 *
 * assert.deepEqual(await distributionFiles('tests/fixtures/min-repo'), ['README.md', 'src/alpha.js']);
 * ```
 */
export async function distributionFiles(path: string): Promise<string[]> {
  const files = (await stat(path)).isDirectory()
    ? await folderFiles(`${path}/`)
    : archiveFiles(await unpacked(path), path);
  for (const file of files) {
    if (file.startsWith('/') || file.split('/').includes('..')) fail(`${path} holds a file outside of itself: ${file}`);
  }
  return files.sort();
}

async function folderFiles(folder: string, prefix = ''): Promise<string[]> {
  // unflake-allow directory-order: the caller sorts the whole list
  const entries = await readdir(folder + prefix, { withFileTypes: true });
  const lists = entries.map((entry) => {
    const path = prefix + entry.name;
    return entry.isDirectory() ? folderFiles(folder, `${path}/`) : [path];
  });
  return (await Promise.all(lists)).flat();
}

async function unpacked(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  return beginningOf(bytes) === GZIP ? gunzipSync(bytes) : bytes;
}

/** By content, not by name: a download may have any name. */
function archiveFiles(bytes: Buffer, path: string): string[] {
  if (beginningOf(bytes) === 'PK') return zipFiles(bytes);
  if (bytes.toString('latin1', 257, 262) === 'ustar') return tarFiles(bytes);
  return fail(`${path} is neither a folder, nor a tar, nor a zip`);
}

const beginningOf = (bytes: Buffer) => bytes.toString('latin1', 0, 2);
