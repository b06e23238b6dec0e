/** Builds our native code from source on first use and caches it outside the project, under a name derived from its inputs. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PATIENCE_MS = 60_000;

export interface NativeCode {
  readonly name: string;
  /** The folder of its C files. */
  readonly sources: string;
  /** Folders of other headers that they include. */
  readonly headers?: readonly string[];
  readonly options: readonly string[];
  readonly libraries: readonly string[];
  /** Called once, with the path that was just built. */
  readonly works: (path: string) => boolean;
}

/** null when it cannot be built, kept or used here. */
export function buildNative(code: NativeCode): string | null {
  if (process.platform !== 'linux') return null;
  const { name, sources, options, libraries, works } = code;
  const files = readdirSync(sources).sort();
  const folder = cacheFolder();
  if (folder === null) return null;
  const path = join(folder, `unflake-${name}-${fingerprint(code, files)}`);
  if (existsSync(path)) return path;
  const half = `${path}.${process.pid}`;
  try {
    const codes = files.filter((file) => file.endsWith('.c')).map((file) => join(sources, file));
    execFileSync('cc', [...options, '-o', half, ...codes, ...libraries], { stdio: 'ignore', timeout: PATIENCE_MS });
    if (!works(half)) return null;
    // A concurrent build produces the same file.
    renameSync(half, path);
    return path;
  } catch (error) {
    const { code, status } = error as NodeJS.ErrnoException & { status?: number | null };
    if (code === undefined && status === undefined) throw error;
    return null;
  } finally {
    rmSync(half, { force: true });
  }
}

function fingerprint({ sources, headers = [], options, libraries }: NativeCode, files: readonly string[]): string {
  const hash = createHash('sha256').update([process.arch, ...options, ...libraries].join(' '));
  const others = headers.flatMap((folder) => headersIn(folder).map((name) => join(folder, name)));
  for (const path of [...files.map((name) => join(sources, name)), ...others])
    hash.update(`\0${basename(path)}\0`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

const headersIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.h'))
    .sort();

/** A folder that only this user can write to: its files are loaded into processes. */
function cacheFolder(): string | null {
  const { XDG_CACHE_HOME: cache } = process.env;
  const places = [
    join(cache || join(homedir(), '.cache'), 'unflake'),
    join(tmpdir(), `unflake-cache-${process.getuid?.()}`),
  ];
  // The linker splits its list at spaces and colons.
  return places.find((place) => !/[\s:]/.test(place) && isOurs(place)) ?? null;
}

function isOurs(place: string): boolean {
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const stat = lstatSync(place);
    return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
