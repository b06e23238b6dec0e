/**
 * Version managers (pyenv, rbenv, asdf, mise) put a shim in place of an interpreter, which selects the version at every start. The shim is
 * asked once what it starts, and with which environment; trials start that directly. Plain commands stay as a person types them, so the
 * reproduction goes through the shim.
 */
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { isFault } from '../../contract/faults.ts';
import type { RunnerAdapter } from '../../contract/runner.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { ProgramArgv } from './find-program.ts';
import { runInFolder } from './run-in-folder.ts';
import type { Subject } from './subject.ts';

const TIME_BOX_MS = 60_000;

interface Behind {
  readonly path: string;
  /** How the shim changes the environment. */
  readonly env: Readonly<Record<string, string | null>>;
}

/** The same adapter if the program is no shim, or does not tell. */
export async function behindWrapper(
  { adapter, folder, root, probes }: Pick<Subject, 'adapter' | 'folder' | 'root' | 'probes'>,
  program: ProgramArgv,
  workspace: TrialWorkspace,
  signal?: AbortSignal,
): Promise<RunnerAdapter> {
  const { tellsItself } = adapter.program;
  if (tellsItself === undefined || program.length > 1 || !isWrapper(program[0])) return adapter;
  const argv: ProgramArgv = [process.execPath, `${probes}/wrapper/resolve-shim.mjs`, program[0], ...tellsItself];
  const behind = await ask(argv, folder, workspace, signal);
  // What lies in the project may be elsewhere in a trial.
  if (behind === null || behind.path.startsWith(`${root}/`)) return adapter;
  return {
    ...adapter,
    command: (request, context) => {
      const built = adapter.command(request, { ...context, program: [behind.path] });
      return { ...built, env: { ...behind.env, ...built.env } };
    },
  };
}

async function ask(
  argv: ProgramArgv,
  cwd: string,
  workspace: TrialWorkspace,
  signal: AbortSignal | undefined,
): Promise<Behind | null> {
  const options = { timeBoxMs: TIME_BOX_MS, ...(signal === undefined ? {} : { signal }) };
  try {
    const run = await runInFolder({ argv, env: {}, cwd, files: {}, reads: [] }, workspace, options);
    return run.code === 0 ? usable(JSON.parse(run.stdout) as Behind) : null;
  } catch (error) {
    if (error instanceof SyntaxError || isFault(error)) return null;
    throw error;
  }
}

function usable(behind: Behind): Behind | null {
  const { path } = behind;
  const isFile = isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && !isWrapper(path) ? behind : null;
}

/** A script, or a link to a program of another name. */
function isWrapper(path: string): boolean {
  const name = basename(path).replace(/[\d.]+$/, '');
  return !basename(realpathSync(path)).startsWith(name) || beginsWithHashBang(path);
}

function beginsWithHashBang(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const start = Buffer.alloc(2);
    return readSync(fd, start, 0, 2, 0) === 2 && start.toString('latin1') === '#!';
  } finally {
    closeSync(fd);
  }
}
