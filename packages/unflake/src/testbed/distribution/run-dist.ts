/**
 * Builds a distribution twice, each time from its own checkout, and compares them: a fresh `git clone` must give the same as a checkout in
 * which other targets ran before. The caller starts the processes.
 */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { againstManifest, againstPatterns, type Contents, differences, manifestNames } from './contents.ts';
import { findOutputs } from './find-outputs.ts';
import type { DistBuild, DistCommand, DistOptions, DistProblem, DistResult, DistRun, RunDistCommand } from './model.ts';
import { hashOf, readContents } from './read-contents.ts';

/** A finished build: its outputs and its problems. */
interface Built {
  readonly archives: ReadonlyMap<string, Contents>;
  readonly problems: readonly DistProblem[];
}

/** Ends a check early; never leaves this file. */
class Failed extends Error {
  readonly result: DistResult;
  constructor(result: DistResult) {
    super(result.state);
    this.result = result;
  }
}

export async function runDist(options: DistOptions, run: RunDistCommand): Promise<DistResult> {
  const uncommitted = await changesIn(options.root, run);
  if ('why' in uncommitted) return { state: 'refused', why: uncommitted.why, files: [] };
  if (uncommitted.files.length > 0) {
    return { state: 'refused', why: 'the repository has changes that are not committed', files: uncommitted.files };
  }
  const { root, manifest } = options;
  if (manifest !== undefined && !existsSync(join(root, manifest))) {
    return { state: 'refused', why: `there is no manifest ${manifest}`, files: [] };
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-dist-')));
  try {
    const [clean, after] = [await build('clean', options, folder, run), await build('after', options, folder, run)];
    const archives = [...clean.archives].map(([name, contents]) => ({
      name,
      files: contents.size,
      sha256: hashOf(contents),
    }));
    return {
      state: 'checked',
      archives,
      problems: [...clean.problems, ...after.problems, ...compare(options, clean, after)],
    };
  } catch (error) {
    if (error instanceof Failed) return error.result;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build(which: DistBuild, options: DistOptions, folder: string, run: RunDistCommand): Promise<Built> {
  const checkout = join(folder, which, basename(options.root));
  const must = async (command: DistCommand): Promise<void> => {
    const ended = await run(command);
    if (ended.exitCode !== 0) throw failed(which, command, ended);
  };
  await must({ argv: ['git', 'clone', '--quiet', '--no-hardlinks', options.root, checkout], cwd: options.root });
  const problems: DistProblem[] = [];
  if (which === 'after') {
    for (const argv of options.before) await must({ argv, cwd: checkout });
    problems.push(...(await leftUnclean(checkout, run)));
  }
  await must({ argv: options.command, cwd: checkout });
  const archives = new Map<string, Contents>();
  for (const [at, path] of findOutputs(checkout, options.output).entries()) {
    const read = await readContents(join(checkout, path), join(folder, `${which}-unpacked`, String(at)), run);
    if (!('contents' in read)) throw failed(which, read.command, read.run);
    archives.set(path, read.contents);
  }
  if (archives.size === 0) problems.push(noArchive(which, options.output));
  return { archives, problems };
}

const failed = (build: DistBuild, command: DistCommand, run: DistRun): Failed =>
  new Failed({ state: 'failed', build, command, run });

const noArchive = (build: DistBuild, output: string): DistProblem => ({
  kind: 'no-archive',
  archive: null,
  build,
  files: [],
  message: `the command created nothing that matches ${output}${build === 'after' ? ' after the other targets ran' : ''}`,
});

async function leftUnclean(checkout: string, run: RunDistCommand): Promise<readonly DistProblem[]> {
  const changes = await changesIn(checkout, run);
  const files = 'files' in changes ? changes.files : [];
  if (files.length === 0) return [];
  const message = `the other targets leave changes in the repository: ${files.join(', ')}`;
  return [{ kind: 'left-unclean', archive: null, build: 'after', files, message }];
}

/** Untracked and changed files, sorted. */
async function changesIn(
  root: string,
  run: RunDistCommand,
): Promise<{ readonly files: readonly string[] } | { readonly why: string }> {
  const { exitCode, stdout, stderr } = await run({
    argv: ['git', 'status', '--porcelain', '-z', '--no-renames'],
    cwd: root,
  });
  if (exitCode !== 0) return { why: `git cannot tell whether anything has changed: ${stderr.trim()}` };
  return {
    files: stdout
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => line.slice(3))
      .sort(),
  };
}

function compare(options: DistOptions, clean: Built, after: Built): readonly DistProblem[] {
  const manifest =
    options.manifest === undefined ? null : manifestNames(readFileSync(join(options.root, options.manifest), 'utf8'));
  const names = [...new Set([...clean.archives.keys(), ...after.archives.keys()])].sort();
  const none: Contents = new Map();
  return names.flatMap((name) => {
    const [one, other] = [clean.archives.get(name) ?? none, after.archives.get(name) ?? none];
    const whole = one.size > 0 ? one : other;
    return [
      // A build without any output has been reported already.
      ...(clean.archives.size > 0 && after.archives.size > 0 ? differences(name, one, other) : []),
      ...(manifest === null ? [] : againstManifest(name, whole, manifest)),
      ...againstPatterns(name, whole, options),
    ];
  });
}
