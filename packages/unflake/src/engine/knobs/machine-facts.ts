/** Asks this machine, once, what the knobs need to know: programs, locales, limits. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../../contract/knob.ts';

export type MachineFacts = Omit<Machine, 'runner'>;

/** Programs that some knob starts. */
const TOOLS = ['prlimit', 'taskset'] as const;

/** No question here takes a tenth of this on a busy machine. */
const PATIENCE_MS = 10_000;

export function gatherFacts(): MachineFacts {
  return {
    platform: process.platform,
    cores: availableParallelism(),
    root: process.getuid?.() === 0,
    tools: TOOLS.filter(isOnPath),
    locales: answer('locale', ['-a'])?.split('\n') ?? [],
    limits: limits(),
    cpuQuota: false,
    offline: null,
    shim: null,
    preloads: fileURLToPath(new URL('../../../native', import.meta.url)),
  };
}

export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return false;
    }
  });
}

/** What a program prints; undefined when it is not there, fails or takes too long. */
export function answer(program: string, args: readonly string[]): string | undefined {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync(program, args, { encoding: 'utf8', timeout: PATIENCE_MS, stdio }).trim();
  } catch (error) {
    const { code, status } = error as NodeJS.ErrnoException & { status?: number | null };
    if (code === undefined && status === undefined) throw error;
    return undefined;
  }
}

function limits(): Machine['limits'] {
  const lines = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8').split('\n') : [];
  const hard = (name: string): number | null => {
    const word = lines
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim()
      .split(/\s+/)[1];
    return word === undefined || word === 'unlimited' ? null : Number(word);
  };
  return { files: hard('Max open files'), memory: hard('Max data size') };
}
