/** The hash of what a foundation is made from. The bash library computes the same with find, sort and sha256sum. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths relative to the suite, as declared. */
export function inputsHash(suite: string, declared: readonly string[]): string {
  const paths = [...new Set(declared.flatMap((path) => filesBelow(suite, path)))].sort(byBytes);
  const lines = paths.map((path) => `${fileHash(join(suite, path))}  ${path}\n`);
  return sha256(lines.join(''));
}

/** Regular files, as `find` prints them; a path that is not there stands for itself. */
function filesBelow(suite: string, path: string): readonly string[] {
  const stat = statSync(join(suite, path), { throwIfNoEntry: false });
  if (stat === undefined) return [path];
  if (!stat.isDirectory()) return stat.isFile() ? [path] : [];
  return walk(suite, path);
}

function walk(suite: string, folder: string): readonly string[] {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return readdirSync(join(suite, folder), { withFileTypes: true })
    .sort((a, b) => byBytes(a.name, b.name))
    .flatMap((entry) => {
      if (entry.isDirectory()) return walk(suite, prefix + entry.name);
      return entry.isFile() ? [prefix + entry.name] : [];
    });
}

function fileHash(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'absent' : sha256(readFileSync(path));
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
