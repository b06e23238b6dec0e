/** Gives a worktree the dependencies of the project: installed by the project's own command, or linked where the lockfile is equal. */
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import { DEPENDENCY_FOLDERS, PRODUCT_FOLDERS, VERSION_CONTROL } from '../../../contract/foreign-folders.ts';
import { runInFolder } from '../../../engine/subject/run-in-folder.ts';
import { openWorkspace } from '../../../engine/trial-workspace.ts';
import { shellLine } from '../../../text/shell-line.ts';
import type { ToolContext } from '../tool.ts';

/** An install may fetch and compile. */
const PREPARE_MS = 1_800_000;
const MAX_DEPTH = 4;
const MAX_OUTPUT = 2_000;
/** Installed by Composer and by `bundle install --path`; where it is committed, the worktree has it. */
const FOLDERS: ReadonlySet<string> = new Set([...DEPENDENCY_FOLDERS, 'vendor']);
/** What decides which versions are installed. Without a lockfile, the manifest does. */
const LOCKFILES = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ...['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock', 'requirements.txt', 'Gemfile.lock', 'composer.lock'],
];
const MANIFESTS = ['package.json', 'pyproject.toml', 'setup.py', 'Gemfile', 'composer.json'];

export interface Preparation {
  readonly project: string;
  readonly worktree: string;
  /** `verify.prepare` of the config file. */
  readonly command: readonly string[] | undefined;
}

export async function prepareWorktree(preparation: Preparation, context: ToolContext): Promise<void> {
  const { command, worktree } = preparation;
  if (command === undefined) return link(preparation);
  const workspace = openWorkspace({ env: context.env });
  try {
    const [program, ...args] = command as readonly [string, ...string[]];
    const line = shellLine({ argv: [program, ...args], env: {}, cwd: worktree });
    const run = await runInFolder(
      { argv: [program, ...args], env: {}, cwd: worktree, files: {}, reads: [] },
      workspace,
      { timeBoxMs: PREPARE_MS, signal: context.signal },
    );
    if (run.code === 0) return;
    const output = `${run.stdout}\n${run.stderr}`.trim().slice(-MAX_OUTPUT);
    throw new UnflakeError('CODE_NOT_PREPARED', `\`verify.prepare\` failed: ${line}\n${output}`, {
      command,
      code: run.code,
    });
  } finally {
    await workspace.close();
  }
}

function link({ project, worktree }: Preparation): void {
  for (const folder of dependencyFolders(project, MAX_DEPTH)) {
    const inside = relative(project, folder);
    const target = join(worktree, inside);
    // A package that the other commit does not have needs nothing.
    if (existsSync(target) || !existsSync(dirname(target))) continue;
    const differing = differingLock(project, worktree, dirname(inside));
    if (differing !== null) throw differs(inside, differing);
    symlinkSync(folder, target);
  }
}

function dependencyFolders(folder: string, depth: number): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry): readonly string[] => {
    const path = join(folder, entry.name);
    if (FOLDERS.has(entry.name)) return [path];
    const isOwn = entry.isDirectory() && !VERSION_CONTROL.has(entry.name) && !PRODUCT_FOLDERS.has(entry.name);
    return isOwn && depth > 0 ? dependencyFolders(path, depth - 1) : [];
  });
}

/** In the folder of the package or any above it; null where all are equal. */
function differingLock(project: string, worktree: string, inside: string): string | null {
  for (let folder = inside; ; folder = dirname(folder)) {
    const locks = LOCKFILES.filter((name) => existsSync(join(project, folder, name)));
    const differing = (locks.length > 0 ? locks : MANIFESTS).find(
      (name) => textOf(join(project, folder, name)) !== textOf(join(worktree, folder, name)),
    );
    if (differing !== undefined) return join(folder, differing);
    if (folder === '.' || locks.length > 0) return null;
  }
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const differs = (folder: string, file: string): UnflakeError =>
  new UnflakeError('CODE_NOT_PREPARED', `${folder} cannot be shared with the other commit: ${file} differs`, {
    folder,
    file,
  });
