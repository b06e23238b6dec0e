/** The files of a distribution, whether it is a folder, a tar, a gzipped tar or a zip. What should be there is left to others. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { tarFiles } from './tar-files.ts';
import { zipFiles } from './zip-files.ts';

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
  const files = (await stat(path)).isDirectory() ? await folderFiles(path) : archiveFiles(await unpacked(path), path);
  for (const file of files) {
    if (file.startsWith('/') || file.split('/').includes('..'))
      throw new Error(`${path} holds a file outside of itself: ${file}`);
  }
  return files.sort();
}

async function folderFiles(path: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const lists = entries.map((entry) =>
    entry.isDirectory() ? folderFiles(join(path, entry.name), `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
  );
  return (await Promise.all(lists)).flat();
}

async function unpacked(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? promisify(gunzip)(bytes) : bytes;
}

/** By its content, not by its name: a download may be called anything. */
function archiveFiles(bytes: Buffer, path: string): string[] {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return zipFiles(bytes);
  if (bytes.subarray(257, 262).toString('latin1') === 'ustar') return tarFiles(bytes);
  throw new Error(`${path} is neither a folder, nor a tar, nor a zip`);
}
