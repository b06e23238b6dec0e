/** Our library for LD_PRELOAD, built from source when it is first needed and kept outside the project under a name that says from what it was built. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer } from './programs.ts';

const OPTIONS = ['-shared', '-fPIC', '-O2'] as const;
const LIBRARIES = ['-ldl', '-lpthread'] as const;
const PATIENCE_MS = 60_000;

/** null when it cannot be built, kept or loaded here. */
export function buildShim(sources: string): string | null {
  if (process.platform !== 'linux') return null;
  const files = readdirSync(sources).sort();
  const folder = cacheFolder();
  if (folder === null) return null;
  const path = join(folder, `unflake-shim-${fingerprint(sources, files)}.so`);
  if (existsSync(path)) return path;
  const half = `${path}.${process.pid}`;
  try {
    const codes = files.filter((name) => name.endsWith('.c')).map((name) => join(sources, name));
    execFileSync('cc', [...OPTIONS, '-o', half, ...codes, ...LIBRARIES], { stdio: 'ignore', timeout: PATIENCE_MS });
    if (!loads(half)) return null;
    // Whoever builds it at the same time builds the same.
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

function fingerprint(sources: string, files: readonly string[]): string {
  const hash = createHash('sha256').update([process.arch, ...OPTIONS, ...LIBRARIES].join(' '));
  for (const name of files) hash.update(`\0${name}\0`).update(readFileSync(join(sources, name)));
  return hash.digest('hex').slice(0, 16);
}

/** The linker only warns about a library that it cannot load, so that a child must say whether it is there. */
function loads(path: string): boolean {
  return (
    answer('env', [`LD_PRELOAD=${path}`, 'UNFLAKE_CLOCK_SHIFT_MS=-315360000000', 'date', '+%Y'])?.startsWith('20') ===
    true
  );
}

/** A folder of this user that nobody else can write to: what lies there is loaded into processes. */
function cacheFolder(): string | null {
  const { XDG_CACHE_HOME: cache } = process.env;
  const places = [
    join(cache || join(homedir(), '.cache'), 'unflake'),
    join(tmpdir(), `unflake-cache-${process.getuid?.()}`),
  ];
  // The linker parts its list at spaces and colons.
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
