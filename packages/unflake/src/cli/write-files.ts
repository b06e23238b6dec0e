/** Writes the files that a printer produced. A path that cannot be written is the user's to fix, not a bug. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UnflakeError } from '../contract/faults.ts';
import type { PrintedFile } from './printers/printer.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'a folder that exists',
  ENOTDIR: 'a folder that exists',
  EISDIR: 'a file, not a folder',
  EACCES: 'a writable path',
  EPERM: 'a writable path',
  EROFS: 'a writable path',
};

export async function writeFiles(files: readonly PrintedFile[], cwd: string): Promise<void> {
  for (const { path, text } of files) {
    try {
      await writeFile(resolve(cwd, path), text);
    } catch (error) {
      throw asFault(error, path);
    }
  }
}

function asFault(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC')
    return new UnflakeError('DISK_FULL', `no space is left to write ${path}`, { path }, { cause: error });
  const expected = REASONS[code];
  if (expected === undefined) return error;
  const problems = [{ field: 'out', value: path, expected }];
  return new UnflakeError(
    'INVALID_INPUT',
    `cannot write ${path} (${code}); expected ${expected}`,
    { problems },
    { cause: error },
  );
}
