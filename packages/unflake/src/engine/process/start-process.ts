/** Starts one process in its own session, and explains why a command cannot be started. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Command } from '../../contract/command.ts';
import { UnflakeError } from '../../contract/faults.ts';
import type { Environment } from './inheritable-variables.ts';
import { numberedSignal, signalProcess } from './signals.ts';

export interface StartedProcess {
  readonly pid: number;
  /** For a process that was started paused. */
  readonly gate: Gate | null;
  readonly exited: Promise<ProcessExit>;
  /** After its exit: true when none of its descendants lives, false when they have to be searched for. */
  readonly gone: Promise<boolean>;
  /** Ends the descendants that have lost their parent. Resolves with false when they have to be searched for. */
  readonly endOrphans: () => Promise<boolean>;
}

/** Where a process that was started ahead waits: a socket whose descriptor is in UNFLAKE_GATE. */
export interface Gate {
  /** True once the process is paused; false if it ended before. */
  readonly reached: Promise<boolean>;
  /** True if the process has ended. */
  readonly isOver: () => boolean;
  /** Resumes the process, for one trial or for reuse. Resolves when it returns for reuse; never if it ends instead. */
  readonly resume: (how: { readonly reuse: boolean }) => Promise<ProcessExit>;
}

/** How a process ended, or the trial that it ran in a process of its own. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `serving`: paused, and told before it pauses that it is there to be forked. */
export type StartMode = 'immediately' | 'paused' | 'serving';

/** Descriptors of the new process; the numbers are ours. */
export interface Descriptors {
  readonly outputs: readonly [stdout: number, stderr: number];
  /** Inherited file descriptors, under numbers that runners do not use. */
  readonly inheritedFds: readonly number[];
}

const FIRST_INHERITED_FD = 20;

/** The descriptor of the guard's socket to us. The program does not get it. */
export const CONTROL_DESCRIPTOR = FIRST_INHERITED_FD - 1;

/** The first descriptor behind the three that every process has. */
const GATE_DESCRIPTOR = 3;
const GATE_VARIABLE = 'UNFLAKE_GATE';
/** Behind the descriptor, for a process that serves. */
const SERVES = '+';

/** Nobody can be asked about the descendants. */
export const UNWATCHED = { endOrphans: async () => false } as const;

export type StartProcess = typeof startProcess;

/** Resolves when the process runs. */
export async function startProcess(
  command: Command,
  env: Environment,
  descriptors: Descriptors,
  runs: StartMode,
): Promise<StartedProcess> {
  const child = spawnOrFault(command, env, descriptors, runs);
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw startFault(error as NodeJS.ErrnoException, command);
  }
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const { pid } = child;
  const gate = runs === 'immediately' ? null : gateOf(child, { pid, exited });
  return { pid, exited, gate, ...UNWATCHED, gone: exited.then(() => false) };
}

export function gateOf(child: ChildProcess, { pid, exited }: Pick<StartedProcess, 'pid' | 'exited'>): Gate {
  const socket = child.stdio[GATE_DESCRIPTOR] as Socket;
  // The process may end at any time; its exit is handled elsewhere.
  socket.on('error', () => {});
  // A process whose trial cannot be ended by a signal alone tells no signal.
  const arrives = () =>
    new Promise<ProcessExit>((resolve) =>
      socket.once('data', ([code, signal = 0]) => resolve(endingOf(code!, signal))),
    );
  let over = false;
  const reached = Promise.race([arrives().then(() => true), exited.then(() => false)]);
  void exited.then(() => {
    over = true;
  });
  // A guard knows of the exit before it has told us.
  const isGone = () => !signalProcess(pid, 0);
  return {
    reached,
    isOver: () => over || isGone(),
    resume({ reuse }) {
      const back = arrives();
      if (reuse) socket.write('r');
      else socket.end('.');
      return back;
    },
  };
}

export function endingOf(code: number, signal: number): ProcessExit {
  return signal === 0 ? { code, signal: null } : { code: null, signal: numberedSignal(signal) };
}

/** With a guard it is the guard that is spawned. */
export function spawnOrFault(
  command: Command,
  env: Environment,
  { outputs, inheritedFds }: Descriptors,
  runs: StartMode,
  guard?: string,
): ChildProcess {
  const { argv, cwd } = command;
  const [file, ...args] = guard === undefined ? argv : [guard, String(CONTROL_DESCRIPTOR), ...argv];
  const waits = runs !== 'immediately';
  const first = ['ignore', ...outputs, ...(waits ? (['pipe'] as const) : [])] as const;
  const gap = Array<'ignore'>(CONTROL_DESCRIPTOR - first.length).fill('ignore');
  const stdio: StdioOptions = [...first, ...gap, guard === undefined ? 'ignore' : 'pipe', ...inheritedFds];
  const gate = `${GATE_DESCRIPTOR}${runs === 'serving' ? SERVES : ''}`;
  const own = waits ? { ...env, [GATE_VARIABLE]: gate } : env;
  try {
    return spawn(file, args, { cwd, env: own, stdio, detached: true });
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
  ELOOP: 'its path is a loop of symbolic links',
  E2BIG: 'the arguments and the environment are too long for one process',
  ERR_INVALID_ARG_VALUE: 'an argument contains a NUL character',
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
