/** Collects, once, the facts about this machine that knobs need: programs, locales, limits, cores. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../../contract/knob.ts';
import { ownLine } from '../../proc/own-tables.ts';
import { buildNative } from '../build-native.ts';
import { canMakeGroups } from './cpu-quota.ts';
import { offlineWords } from './offline-words.ts';
import { isOnPath, programOutput } from './programs.ts';

export type MachineFacts = Omit<Machine, 'runner' | 'withoutWorkers' | 'ordinaryUser'>;

/** Programs that some knob starts. */
const TOOLS = ['cc', 'prlimit', 'setpriv', 'taskset'] as const;

export function gatherFacts(): MachineFacts {
  const native = fileURLToPath(new URL('../../../native', import.meta.url));
  return {
    platform: process.platform,
    cores: availableParallelism(),
    firstProcessor: Number(ownLine('status', 'Cpus_allowed_list:')?.match(/\d+/)?.[0] ?? 0),
    root: process.getuid?.() === 0,
    tools: TOOLS.filter(isOnPath),
    locales: programOutput('locale', ['-a'])?.split('\n') ?? [],
    limits: limits(),
    groups: canMakeGroups(),
    offline: offlineWords(),
    shim: buildShim(join(native, 'shim')),
    preloads: native,
  };
}

function limits(): Machine['limits'] {
  const hard = (name: string): number | null => {
    const word = ownLine('limits', name)?.split(/\s+/)[1];
    return word === undefined || word === 'unlimited' ? null : Number(word);
  };
  return { files: hard('Max open files'), memory: hard('Max data size') };
}

/** Our LD_PRELOAD library; null when it cannot be built, kept or loaded here. */
function buildShim(sources: string): string | null {
  const options = ['-shared', '-fPIC', '-O2'];
  return buildNative({ name: 'shim', sources, options, libraries: ['-ldl', '-lpthread'], works: loads });
}

/** The linker only warns about a library that it cannot load, so a child process checks that it is loaded. */
function loads(path: string): boolean {
  return (
    programOutput('env', [`LD_PRELOAD=${path}`, 'UNFLAKE_CLOCK_SHIFT_MS=-315360000000', 'date', '+%Y'])?.startsWith(
      '20',
    ) === true
  );
}
