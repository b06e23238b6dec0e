/**
 * A small process that starts programs for us. Node forks and so copies its page tables, which costs more than a short test; the starter is
 * small. Each program also gets a guard there (start-guarded.ts). It is built from `native/starter` if there is a C compiler; otherwise
 * Node starts everything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { type Deferred, deferred } from './deferred.ts';
import { startGuarded } from './start-guarded.ts';
import { endingOf, type StartedProcess, type StartProcess, UNWATCHED } from './start-process.ts';
import { starterProgram } from './starter-program.ts';

export interface Starter {
  readonly start: StartProcess;
  /** No process of its may be running. */
  readonly close: () => void;
}

interface Request {
  /** null when it cannot be started. */
  readonly running: Deferred<number | null>;
  readonly exited: Deferred<Awaited<StartedProcess['exited']>>;
  readonly gone: Deferred<boolean>;
}

/** Where there is no starter. */
const NONE: Starter = { start: startGuarded, close: () => {} };

export function openStarter(): Starter {
  const path = starterProgram();
  if (path === null) return NONE;
  // A session of its own: Ctrl-C at the terminal must not reach it. It ends when its input does.
  const child = spawn(path, [], { stdio: ['pipe', 'pipe', 'ignore'], detached: true, cwd: '/', env: {} });
  const ask = conversation(child);
  return {
    async start(command, env, descriptors, runs) {
      const plain = runs === 'immediately' && descriptors.inheritedFds.length === 0;
      // It opens our files by the names that the kernel gives them.
      const outputs = descriptors.outputs.map((fd) => `/proc/${process.pid}/fd/${fd}`);
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const texts = [...outputs, command.cwd, String(command.argv.length), ...command.argv, ...variables];
      const started = plain && !texts.some((text) => text.includes('\0')) ? await ask(texts) : null;
      // What cannot be started, Node tells in words.
      return started ?? startGuarded(command, env, descriptors, runs);
    },
    close: () => child.stdin?.end(),
  };
}

/** Answers name the request that they belong to. */
function conversation(child: ChildProcess): (texts: readonly string[]) => Promise<StartedProcess | null> {
  const requests = new Map<number, Request>();
  let asked = 0;
  let rest = '';
  let over = false;
  child.stdout!.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) read(line[0]!, line.slice(1).split(' ').map(Number));
  });
  // If the starter was killed, its guards continue and answer until the last one closes the pipe.
  child.once('exit', () => {
    over = true;
  });
  child.stdout!.once('close', end);
  child.once('error', end);
  child.stdin!.on('error', () => {});
  child.unref();
  holdUs();

  function read(kind: string, [number, one, two]: readonly number[]): void {
    const request = requests.get(number!);
    // A guard that was killed after its last answer is answered for once more.
    if (request === undefined) return;
    const { running, exited, gone } = request;
    if (kind === '+') running.resolve(one!);
    else if (kind === '-') running.resolve(null);
    else if (kind === 'x') exited.resolve(endingOf(one!, two!));
    else {
      // Killed before the program ran: then it was not started.
      running.resolve(null);
      gone.resolve(one === 1);
    }
    if (kind === '-' || kind === 'o') forget(number!);
  }

  function forget(number: number): void {
    requests.delete(number);
    holdUs();
  }

  /** Node waits for it only while something runs. */
  function holdUs(): void {
    for (const pipe of [child.stdin, child.stdout].filter((stream) => stream instanceof Socket))
      requests.size > 0 ? pipe.ref() : pipe.unref();
  }

  function end(): void {
    over = true;
    for (const { running, exited, gone } of requests.values()) {
      running.resolve(null);
      exited.resolve({ code: null, signal: 'SIGKILL' });
      gone.resolve(false);
    }
    requests.clear();
  }

  return async (texts) => {
    if (over) return null;
    asked += 1;
    const request: Request = { running: deferred(), exited: deferred(), gone: deferred() };
    requests.set(asked, request);
    holdUs();
    const body = Buffer.from(`${[String(asked), ...texts].join('\0')}\0`);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(body.length);
    child.stdin!.write(Buffer.concat([head, body]));
    const pid = await request.running.promise;
    if (pid === null) return null;
    return { pid, gate: null, ...UNWATCHED, exited: request.exited.promise, gone: request.gone.promise };
  };
}
