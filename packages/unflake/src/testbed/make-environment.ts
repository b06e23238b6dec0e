/** Creates an environment, empty or as a copy. It is built aside and renamed, so that it exists completely or not at all. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UnflakeError } from '../contract/faults.ts';
import { writeWhole } from './markers.ts';
import { environmentPlaces, makingFolder, type SuitePlaces } from './places.ts';
import { type Provenance, provenanceText, readProvenance } from './provenance.ts';
import { environmentVariables, variablesText } from './variables.ts';

/** Runs a system program to its end; passed in by the layer that may start processes. */
export type RunProgram = (argv: readonly [string, ...string[]]) => Promise<{
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}>;

/** The caller holds the environment's lock, and has cleaned what was there. */
export async function makeEmpty(places: SuitePlaces, name: string, inputs: string): Promise<void> {
  await buildAside(places, name, async (making) => {
    mkdirSync(making, { recursive: true });
    finish(places, name, making, { from: null, inputs });
  });
}

/** The caller holds both locks, or only that of the source if the copy goes `into` a private folder. */
export async function makeCopy(
  places: SuitePlaces,
  from: string,
  name: string,
  run: RunProgram,
  into: SuitePlaces = places,
): Promise<void> {
  const source = environmentPlaces(places.envs, from);
  const { provenance: origin } = readProvenance(source.state);
  await buildAside(into, name, async (making) => {
    mkdirSync(making, { recursive: true });
    // No hard links: a change in the copy must not change the source.
    const { code, signal, stderr } = await run(['cp', '-a', '--reflink=auto', '--', `${source.folder}/.`, making]);
    if (code !== 0)
      throw copyFault(from, name, stderr.trim() || `cp was ended by ${signal ?? `status ${code}`}`, signal);
    const state = join(making, '.bats-state');
    if (existsSync(state)) {
      for (const file of readdirSync(state)) if (file.startsWith('.pid-')) rmSync(join(state, file));
    }
    finish(into, name, making, { from, inputs: origin?.inputs ?? '' });
  });
}

/** The folder of all environments, with a .gitignore that excludes it. */
export function openEnvironments(envs: string): void {
  mkdirSync(envs, { recursive: true });
  const ignore = join(envs, '.gitignore');
  if (!existsSync(ignore)) writeWhole(ignore, '*\n');
}

async function buildAside(places: SuitePlaces, name: string, build: (making: string) => Promise<void>): Promise<void> {
  const { folder } = environmentPlaces(places.envs, name);
  openEnvironments(places.envs);
  const making = makingFolder(places.envs, name);
  try {
    await rm(making, { recursive: true, force: true });
    await build(making);
    renameSync(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw isFull(error) ? diskFull(name, String((error as Error).message), error) : error;
  }
}

function finish(places: SuitePlaces, name: string, making: string, how: Provenance): void {
  mkdirSync(join(making, '.bats-state'), { recursive: true });
  writeFileSync(join(making, '.bats-state', '.made'), provenanceText(how));
  writeFileSync(join(making, '.env'), variablesText(environmentVariables(places, name)));
}

function copyFault(from: string, name: string, words: string, signal: string | null): UnflakeError {
  const full = /No space left on device|Disk quota exceeded|File too large/.test(words) || signal === 'SIGXFSZ';
  if (full) return diskFull(name, words);
  return new UnflakeError('ENV_COPY_FAILED', `the environment ${from} could not be copied to ${name}:\n${words}`, {
    from,
    to: name,
    output: words,
  });
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Also used by the code that writes markers. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL.has(String(error.code));

export function diskFull(environment: string, words: string, cause?: unknown): UnflakeError {
  return new UnflakeError(
    'DISK_FULL',
    `there is no space left for the environment ${environment}; no partial copy was left:\n${words}`,
    { environment, output: words },
    cause === undefined ? {} : { cause },
  );
}
