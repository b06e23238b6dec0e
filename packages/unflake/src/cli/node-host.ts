/** The host of the command line in a real process: its streams, its signals, its entropy. */

import { randomBytes } from 'node:crypto';
import { toolsOn } from '../tools/lib/platform.ts';
import { TOOLS } from '../tools/registry.ts';
import type { CliHost, Sink } from './cli-host.ts';
import { SERVERS } from './server-commands.ts';

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
      // unflake-allow unseeded-random: the one place where chance enters; every seed that is made of it is recorded
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
      // Some pseudo-terminals say 0.
      return stream.columns || COLUMNS_WITHOUT_TERMINAL;
    },
  };
}
