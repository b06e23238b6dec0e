/** The variables of an environment, for a child process and as a file for bash. */
import { join } from 'node:path';
import { quoteWord } from '../text/shell-line.ts';
import { SEQUENTIAL } from './names.ts';
import type { SuitePlaces } from './places.ts';

export function environmentVariables({ top, envs }: SuitePlaces, name: string): Readonly<Record<string, string>> {
  const folder = join(envs, name);
  return {
    TOPDIR: top,
    TEST_DIR: folder,
    TEST_REPO: join(folder, 'repo'),
    RESULT_DIR: join(folder, 'results'),
  };
}

export interface StepSurroundings {
  /** The hash of the foundation's inputs. */
  readonly inputs: string;
  /** Environments whose locks the parent holds for it. */
  readonly held: readonly string[];
  /** The environment that `sequential` refers to; by default `sequential` itself. */
  readonly sequential?: string;
}

/** The variables of a process in an environment, in addition to the caller's; the bash library reads the second half. */
export function stepVariables(
  places: SuitePlaces,
  name: string,
  { inputs, held, sequential = SEQUENTIAL }: StepSurroundings,
): Readonly<Record<string, string>> {
  return {
    ...environmentVariables(places, name),
    UNFLAKE_SUITE: places.suite,
    UNFLAKE_ENVS: places.envs,
    UNFLAKE_ENV_HELD: held.join(':'),
    // So that the bash library need not hash all inputs again.
    UNFLAKE_ENV_INPUTS: inputs,
    UNFLAKE_SEQUENTIAL: sequential,
  };
}

export function variablesText(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quoteWord(value)}\n`)
    .join('');
}
