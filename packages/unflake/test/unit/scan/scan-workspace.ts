/** The fixture `scan-workspace` as a repository with a history: before, every caller had the same database; then one named by the clock. */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FIXTURE = fileURLToPath(new URL('../../../../../fixtures/scan-workspace', import.meta.url));
const STORE = 'crates/persistence/src/lib.rs';
const BODY = / {8}use std::time::\{SystemTime, UNIX_EPOCH\};\n[\s\S]*? {8}Self::open\(&url\)\n/;
const BEFORE = '        Self::open("file:memdb?mode=memory&cache=shared")\n';

export interface ScanWorkspace {
  readonly root: string;
  /** Hashes of the two commits, oldest first; the same on every machine. */
  readonly commits: readonly [shared: string, byClock: string];
}

/** Into an empty folder of the caller's own. */
export async function makeScanWorkspace(root: string): Promise<ScanWorkspace> {
  await cp(FIXTURE, root, { recursive: true });
  const now = await readFile(join(root, STORE), 'utf8');
  await writeFile(join(root, STORE), now.replace(BODY, BEFORE));
  await git(root, '2025-03-01T09:00:00Z', 'init', '--quiet', '--template=', '--initial-branch=main');
  const shared = await commit(root, '2025-03-01T09:00:00Z', 'persistence: one database in memory for everybody');
  await writeFile(join(root, STORE), now);
  const byClock = await commit(root, '2025-06-12T14:30:00Z', 'Phase 24A: a database per test, named by nanoseconds');
  return { root, commits: [shared, byClock] };
}

async function commit(root: string, date: string, message: string): Promise<string> {
  await git(root, date, 'add', '--all');
  await git(root, date, 'commit', '--quiet', '--no-verify', `--message=${message}`);
  return (await git(root, date, 'rev-parse', 'HEAD')).trim();
}

async function git(root: string, date: string, ...args: string[]): Promise<string> {
  // A test may itself run inside a git hook, whose variables would point at that repository instead of ours.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const person = { NAME: 'Fixture', EMAIL: 'fixture@example.invalid', DATE: date };
  const roles = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(person).map(([what, value]) => [`GIT_${role}_${what}`, value] as const),
  );
  const env = {
    ...Object.fromEntries([...outer, ...roles]),
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: root,
    GIT_DEFAULT_HASH: 'sha1',
  };
  const settings = ['core.autocrlf=false', 'core.fileMode=false', 'commit.gpgSign=false', 'gc.auto=0'];
  const config = settings.flatMap((setting) => ['-c', setting]);
  return (await run('git', [...config, ...args], { cwd: root, env })).stdout;
}
