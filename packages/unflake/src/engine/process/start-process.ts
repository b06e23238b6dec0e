/** Starts one process in a session of its own, and tells what is wrong with a command that cannot be started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Command } from '../../contract/command.ts';
import { UnflakeError } from '../../contract/faults.ts';
import type { Environment } from './base-environment.ts';

export interface Started {
  readonly pid: number;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Resolves when the process runs. */
export async function startProcess(
  command: Command,
  env: Environment,
  stdout: number,
  stderr: number,
): Promise<Started> {
  const child = spawnOrFault(command, env, stdout, stderr);
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw startFault(error as NodeJS.ErrnoException, command);
  }
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { pid: child.pid, exited };
}

function spawnOrFault(command: Command, env: Environment, stdout: number, stderr: number): ChildProcess {
  const [file, ...args] = command.argv;
  try {
    return spawn(file, args, { cwd: command.cwd, env, stdio: ['ignore', stdout, stderr], detached: true });
  } catch (error) {
    // E2BIG and a NUL inside an argument are thrown at once; a missing file comes as an event.
    throw startFault(error as NodeJS.ErrnoException, command);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such program',
  EACCES: 'it is not executable',
  ENOEXEC: 'its file format is unknown here',
  ENOTDIR: 'a part of its path is not a folder',
  ELOOP: 'its path is a loop of links',
  E2BIG: 'the arguments and the environment are too long for one process',
  ERR_INVALID_ARG_VALUE: 'an argument holds a NUL character',
};

function startFault(error: NodeJS.ErrnoException, command: Command): unknown {
  const reason = REASONS[error.code ?? ''];
  if (reason === undefined) return error;
  // The kernel reports a missing folder with the same code as a missing program.
  const noFolder = statSync(command.cwd, { throwIfNoEntry: false })?.isDirectory() !== true;
  const why = noFolder ? `the folder ${command.cwd} does not exist` : reason;
  const { argv, cwd } = command;
  return new UnflakeError(
    'NOT_EXECUTABLE',
    `${argv[0]} cannot be started: ${why}`,
    { program: argv[0], cwd, reason: why },
    { cause: error },
  );
}
