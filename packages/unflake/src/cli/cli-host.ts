/** Everything that the command line uses from its process, as one value, so that tests can replace it. */
import { randomBytes } from 'node:crypto';
import { toolsOn } from '../tools/lib/platform.ts';
import { TOOLS, type ToolEntry } from '../tools/registry.ts';
import { SERVERS, type ServerEntry } from './server-commands.ts';

export interface Sink {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface CliHost {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly tools: readonly ToolEntry[];
  readonly servers: readonly ServerEntry[];
  readonly entropy: () => number;
  /** Calls back on each Ctrl-C or termination request; returns how to stop listening. */
  readonly onInterrupt: (callback: () => void) => () => void;
  /** Asks the person at the terminal and resolves to the line that is typed; null where nobody is there to answer. */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string>) | null;
  /** Ends the process at once. */
  readonly exitNow: (code: number) => void;
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// A log needs no limit; prose is wrapped well before.
const COLUMNS_WITHOUT_TERMINAL = 10_000;

export function nodeHost(): CliHost {
  return {
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    tools: toolsOn(process.platform, TOOLS),
    servers: SERVERS,
    entropy: entropyPool(),
    onInterrupt(callback) {
      for (const name of INTERRUPTS) process.on(name, callback);
      return () => {
        for (const name of INTERRUPTS) process.off(name, callback);
      };
    },
    get ask() {
      if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
      return async (question: string, signal: AbortSignal) =>
        (await import('./ask-terminal.ts')).askTerminal(question, signal);
    },
    exitNow: (code) => process.exit(code),
  };
}

/** Drawn in blocks: one system call costs as much as hundreds of numbers, and a service needs some for every answer. */
function entropyPool(): () => number {
  let pool = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at + 4 > pool.length) {
      // unflake-allow unseeded-random: the only source of randomness; every seed that is drawn here is recorded
      pool = randomBytes(256);
      at = 0;
    }
    at += 4;
    return pool.readUInt32LE(at - 4);
  };
}

function sink(stream: NodeJS.WriteStream): Sink {
  // A closed pipe (`unflake list | head`) is not an error.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    write: (text) => void stream.write(text),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      // Some pseudo-terminals report 0.
      return stream.columns || COLUMNS_WITHOUT_TERMINAL;
    },
  };
}
