/** Paths on disk, by docs/design/environments-on-disk.md. Creates nothing. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byName, checkedName, isName } from './names.ts';

/** A suite and its environments; all absolute. */
export interface SuitePlaces {
  readonly suite: string;
  readonly envs: string;
  /** The project: the nearest folder above the suite with `.git`, else the suite's parent. */
  readonly top: string;
}

export interface EnvironmentPlaces {
  readonly name: string;
  readonly folder: string;
  readonly state: string;
  readonly variables: string;
  readonly lock: string;
}

export function environmentPlaces(envs: string, name: string): EnvironmentPlaces {
  const folder = join(envs, checkedName(name, 'environment'));
  return {
    name,
    folder,
    state: join(folder, '.bats-state'),
    variables: join(folder, '.env'),
    lock: join(envs, '.locks', name),
  };
}

/** Names of the existing environments, sorted. */
export function environmentFolders(envs: string): readonly string[] {
  try {
    return readdirSync(envs, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isName(entry.name))
      .map(({ name }) => name)
      .sort(byName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

export const timesFolder = (envs: string): string => join(envs, '.times');

/** The temporary path at which an environment is built or removed. */
export const makingFolder = (envs: string, name: string): string => join(envs, `.making-${name}-${process.pid}`);
