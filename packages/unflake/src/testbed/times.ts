/** Durations of the last successful run of each step: stored outside the environments, because cleaning removes the markers. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { procText } from '../proc/read-proc.ts';
import { readMarkers, writeWhole } from './markers.ts';
import { byName, isName } from './names.ts';
import { environmentFolders, timesFolder } from './places.ts';

export type Times = ReadonlyMap<string, number>;

/** In milliseconds, by step. */
export function readTimes(envs: string): Times {
  const times = new Map<string, number>();
  for (const environment of environmentFolders(envs)) {
    const { complete } = readMarkers(join(envs, environment, '.bats-state'));
    for (const [step, { ms }] of complete) times.set(step, ms);
  }
  const kept = timesFolder(envs);
  for (const step of namesIn(kept)) {
    const ms = Number(procText(join(kept, step)));
    // A duration measured from outside includes the start of the runner; a marker does not.
    if (ms > 0) times.set(step, ms);
  }
  return times;
}

/** Called before an environment is cleaned: records steps that were never measured from outside. */
export function keepTimes(envs: string, state: string): void {
  const kept = new Set(namesIn(timesFolder(envs)));
  for (const [step, { ms }] of readMarkers(state).complete) if (!kept.has(step)) keepTime(envs, step, ms);
}

export function keepTime(envs: string, step: string, ms: number): void {
  if (!isName(step) || ms <= 0) return;
  mkdirSync(timesFolder(envs), { recursive: true });
  writeWhole(join(timesFolder(envs), step), `${Math.round(ms)}\n`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isName).sort(byName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}
