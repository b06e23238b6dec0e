/**
 * Starts one process under a guard: a small process of ours that is its parent and adopts every orphaned descendant. The guard knows
 * without a search whether anything is left, and kills all of it with the process and when we die. See native/starter/guard.h.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Command } from '../../contract/command.ts';
import { deferred } from './deferred.ts';
import type { Environment } from './inheritable-variables.ts';
import {
  CONTROL_DESCRIPTOR,
  type Descriptors,
  endingOf,
  gateOf,
  type ProcessExit,
  type StartedProcess,
  type StartMode,
  spawnOrFault,
  startProcess,
} from './start-process.ts';
import { starterProgram } from './starter-program.ts';

/** Resolves when the process runs. Without a C compiler there is no guard, and Node starts it alone. */
export async function startGuarded(
  command: Command,
  env: Environment,
  descriptors: Descriptors,
  runs: StartMode,
): Promise<StartedProcess> {
  const guard = starterProgram();
  const guarded = guard === null ? null : await underGuard(guard, command, env, descriptors, runs);
  // For a program that cannot be started, Node has the reason in words.
  return guarded ?? startProcess(command, env, descriptors, runs);
}

async function underGuard(
  guard: string,
  command: Command,
  env: Environment,
  descriptors: Descriptors,
  runs: StartMode,
): Promise<StartedProcess | null> {
  const child = spawnOrFault(command, env, descriptors, runs, guard);
  if (child.pid === undefined) {
    await once(child, 'error');
    return null;
  }
  const control = child.stdio[CONTROL_DESCRIPTOR] as Socket;
  // The end of its lines means that the guard is gone.
  control.on('error', () => {});
  const { running, orphansEnded, exited, gone } = reports(child, control);
  const pid = await running;
  if (pid === null) return null;
  const gate = runs === 'immediately' ? null : gateOf(child, { pid, exited });
  const endOrphans = () => {
    const ended = deferred<boolean>();
    orphansEnded.push(ended.resolve);
    control.write('s');
    return Promise.race([ended.promise, gone]);
  };
  return { pid, exited, gone, endOrphans, gate };
}

interface Reports {
  /** null when the program cannot be started. */
  readonly running: Promise<number | null>;
  /** Who waits for the answer to "s", in the order of the questions. */
  readonly orphansEnded: ((all: boolean) => void)[];
  readonly exited: Promise<ProcessExit>;
  readonly gone: Promise<boolean>;
}

function reports(child: ChildProcess, control: Socket): Reports {
  const guardExit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const running = deferred<number | null>();
  const orphansEnded: ((all: boolean) => void)[] = [];
  const exited = deferred<ProcessExit>();
  const gone = deferred<boolean>();

  function read(line: string): void {
    const [_request, first, second] = line.slice(1).split(' ').map(Number);
    if (line[0] === '+') running.resolve(first!);
    else if (line[0] === '-') running.resolve(null);
    else if (line[0] === 'x') exited.resolve(endingOf(first!, second!));
    else if (line[0] === 's') orphansEnded.shift()!(first === 1);
    else gone.resolve(first === 1);
  }

  let rest = '';
  control.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    lines.forEach(read);
  });
  // If the test killed its guard, the rest is searched for.
  control.once('close', async () => {
    const [code, signal] = await guardExit;
    running.resolve(null);
    exited.resolve({ code, signal });
    gone.resolve(false);
  });
  return { running: running.promise, orphansEnded, exited: exited.promise, gone: gone.promise };
}
