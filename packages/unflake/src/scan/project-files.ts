/** Which files a scan reads: those that version control would show, else everything; without dependencies, products, copies of other people's work and version control itself. */
import { execFile } from 'node:child_process';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { ScanProblem } from '../contract/scan.ts';
import { isForeign } from './file-role.ts';

export interface ProjectFiles {
  /** Relative to the root, sorted. */
  readonly files: readonly string[];
  readonly problems: readonly ScanProblem[];
}

const run = promisify(execFile);
const MAX_LISTING = 256 * 1024 * 1024;

/** `paths` are relative to the root, or absolute inside it; none means the whole root. */
export async function projectFiles(root: string, paths: readonly string[] = []): Promise<ProjectFiles> {
  const wanted = paths.map((path) => relative(root, join(root, relative(root, path))) || '.');
  const tracked = await versionControlled(root, wanted);
  const walked = tracked === null ? walk(root, wanted.length === 0 ? ['.'] : wanted) : tracked;
  const files = walked.files.filter((file) => !file.split('/').some(isForeign));
  return { files: [...new Set(files)].sort(), problems: walked.problems };
}

/** Files that differ from a revision, with those that are new; null when git does not know the revision. */
export async function changedFiles(root: string, revision: string): Promise<ReadonlySet<string> | null> {
  const args = ['diff', '--name-only', '--relative', '-z', '--diff-filter=d', '--end-of-options', revision, '--'];
  const changed = await git(root, args);
  const fresh = await git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return changed === null || fresh === null ? null : new Set([...parts(changed), ...parts(fresh)]);
}

async function versionControlled(root: string, paths: readonly string[]): Promise<ProjectFiles | null> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...paths];
  const text = await git(root, args);
  return text === null ? null : { files: parts(text), problems: [] };
}

const parts = (text: string): readonly string[] => text.split('\0').filter((name) => name !== '');

/** Null where git is not installed or the folder is not under its control. */
async function git(root: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await run('git', ['-C', root, ...args], { maxBuffer: MAX_LISTING })).stdout;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT' || typeof code === 'number') return null;
    throw error;
  }
}

function walk(root: string, starts: readonly string[]): ProjectFiles {
  const files: string[] = [];
  const problems: ScanProblem[] = [];
  const seen = new Set<string>();

  const visit = (path: string): void => {
    const absolute = join(root, path);
    const shown = relative(root, absolute);
    try {
      const stat = statSync(absolute);
      if (!stat.isDirectory()) {
        if (stat.isFile()) files.push(shown);
        else problems.push({ file: shown, why: 'is neither a file nor a folder' });
        return;
      }
      const real = realpathSync(absolute);
      if (seen.has(real)) {
        problems.push({ file: shown, why: 'a link to a folder that was scanned already' });
        return;
      }
      seen.add(real);
      for (const name of readdirSync(absolute).sort()) if (!isForeign(name)) visit(join(shown, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      problems.push({ file: shown, why: WHY[code] ?? `cannot be read (${code})` });
    }
  };
  for (const start of starts) visit(start);
  return { files, problems };
}

const WHY: Readonly<Record<string, string>> = {
  ELOOP: 'a loop of links',
  EACCES: 'may not be read',
  ENOENT: 'does not exist, or is a link to nothing',
};
