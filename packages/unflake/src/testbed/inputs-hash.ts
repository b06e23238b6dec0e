/** The hash of a foundation's inputs. The bash library computes the same with find, sort and sha256sum. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const DECLARED = /^#[ \t]*inputs:[ \t]*(.*)$/gm;

/** Declarations in the text of a step: comments at the start of a line. */
export function declaredInputs(text: string): readonly string[] {
  return [...text.matchAll(DECLARED)].flatMap((match) => match[1]!.split(/[ \t]+/).filter((path) => path !== ''));
}

/** Paths relative to the suite, as declared. */
export function inputsHash(suite: string, declared: readonly string[]): string {
  const paths = [...new Set(declared.flatMap((path) => filesBelow(suite, path)))].sort(byBytes);
  const lines = paths.map((path) => `${fileHash(resolve(suite, path))}  ${path}\n`);
  return sha256(lines.join(''));
}

/** Regular files below a folder; a path that is not a folder, or does not exist, is returned as it is. */
function filesBelow(suite: string, declared: string): readonly string[] {
  const path = declared === '/' ? declared : declared.replace(/\/$/, '');
  const folder = lstatSync(resolve(suite, path), { throwIfNoEntry: false })?.isDirectory() === true;
  return folder ? walk(suite, path) : [path];
}

function walk(suite: string, folder: string): readonly string[] {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return readdirSync(resolve(suite, folder), { withFileTypes: true })
    .sort((a, b) => byBytes(a.name, b.name))
    .flatMap((entry) => {
      if (entry.isDirectory()) return walk(suite, prefix + entry.name);
      return entry.isFile() ? [prefix + entry.name] : [];
    });
}

function fileHash(path: string): string {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? sha256(readFileSync(path)) : 'absent';
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
