/** Reads the contents of a distribution on disk: unpacks it next to it with tar or unzip, then walks it. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Contents } from './contents.ts';
import type { DistCommand, DistRun, RunDistCommand } from './model.ts';

/** The result of a command that failed. */
export type ReadContents = { readonly contents: Contents } | { readonly command: DistCommand; readonly run: DistRun };

/** `into` is a folder that does not exist yet. */
export async function readContents(path: string, into: string, run: RunDistCommand): Promise<ReadContents> {
  if (statSync(path).isDirectory()) return { contents: contentsOf(path) };
  mkdirSync(into, { recursive: true });
  const command: DistCommand = {
    argv: /\.(?:zip|whl|jar)$/.test(path) ? ['unzip', '-q', path, '-d', into] : ['tar', '-xf', path, '-C', into],
    cwd: into,
  };
  const ended = await run(command);
  return ended.exitCode === 0 ? { contents: contentsOf(into) } : { command, run: ended };
}

function contentsOf(folder: string): Contents {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(names.flatMap((name) => entry(folder, name)));
}

/** Folders have no content of their own; the content of a link is its target. */
function entry(folder: string, name: string): readonly (readonly [string, string])[] {
  const path = join(folder, name);
  const found = lstatSync(path);
  if (found.isDirectory()) return [];
  return [[name, sha256(found.isSymbolicLink() ? `link to ${readlinkSync(path)}` : readFileSync(path))]];
}

/** One hash for all names and contents. */
export const hashOf = (contents: Contents): string =>
  sha256([...contents].map(([name, hash]) => `${hash}  ${name}\n`).join(''));

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
