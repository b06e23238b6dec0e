/**
 * A small process that starts programs for us. Node forks to start one and so copies its page tables, which costs more than a short test
 * does; the starter need not. It is built from `native/starter` where there is a C compiler; where there is none, Node starts everything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type Deferred, deferred } from './deferred.ts';
import { endingOf, startGuarded } from './start-guarded.ts';
import { type Started, type StartProcess, UNWATCHED } from './start-process.ts';
import { starterProgram } from './starter-program.ts';

export interface Starter {
  readonly start: StartProcess;
  /** No process of its may be running. */
  readonly close: () => void;
}

type Running = Omit<Started, 'gate'>;
type Ending = Awaited<Started['exited']>;

/** Node itself, where there is no starter. */
const NONE: Starter = { start: startGuarded, close: () => {} };

export function openStarter(): Starter {
  const path = starterProgram();
  if (path === null) return NONE;
  // A session of its own: Ctrl-C at the terminal must not reach it. It ends when its input does.
  const child = spawn(path, [], { stdio: ['pipe', 'pipe', 'ignore'], detached: true, cwd: '/', env: {} });
  const { ask } = conversation(child);
  return {
    async start(command, env, descriptors, runs) {
      const [program] = command.argv;
      const plain = runs === 'at once' && descriptors.hands.length === 0 && program.startsWith('/');
      // It opens our files by the names that the kernel gives them.
      const outputs = descriptors.outputs.map((fd) => `/proc/${process.pid}/fd/${fd}`);
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const texts = [...outputs, command.cwd, String(command.argv.length), ...command.argv, ...variables];
      const started = plain && !texts.some((text) => text.includes('\0')) ? await ask(texts) : null;
      // What cannot be started, Node tells in words.
      return started === null ? startGuarded(command, env, descriptors, runs) : { ...started, gate: null };
    },
    close: () => child.stdin?.end(),
  };
}

/** Answers come in the order of the questions; endings whenever they happen. */
function conversation(child: ChildProcess): { readonly ask: (texts: readonly string[]) => Promise<Running | null> } {
  const asked: ((pid: number | null) => void)[] = [];
  const running = new Map<number, { readonly exited: Deferred<Ending>; readonly gone: Deferred<boolean> }>();
  let rest = '';
  let over = false;
  child.stdout!.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) hear(line[0]!, line.slice(1).split(' ').map(Number));
  });
  // What becomes of what it runs, nobody could tell any more.
  child.once('exit', () => {
    end();
    if (running.size > 0) throw new Error('the process that starts the tests has ended before them');
  });
  child.once('error', end);
  child.stdin!.on('error', () => {});

  function hear(kind: string, [number, code, signal]: readonly number[]): void {
    if (kind === '+') asked.shift()!(number!);
    else if (kind === '-') asked.shift()!(null);
    else if (kind === 'x') running.get(number!)!.exited.resolve(endingOf(code!, signal!));
    else {
      running.get(number!)!.gone.resolve(code === 1);
      running.delete(number!);
    }
  }

  function end(): void {
    over = true;
    for (const tell of asked.splice(0)) tell(null);
  }

  /** null when it cannot be started. */
  async function ask(texts: readonly string[]): Promise<Running | null> {
    if (over) return null;
    const body = Buffer.from(`${texts.join('\0')}\0`);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(body.length);
    child.stdin!.write(Buffer.concat([head, body]));
    return new Promise((resolve) => {
      asked.push((pid) => {
        // At once, because the ending may stand in the next line.
        if (pid === null) return resolve(null);
        const [exited, gone] = [deferred<Ending>(), deferred<boolean>()];
        running.set(pid, { exited, gone });
        // It notices the end of the program by itself.
        resolve({ pid, ...UNWATCHED, exited: exited.promise, gone: gone.promise });
      });
    });
  }
  return { ask };
}
