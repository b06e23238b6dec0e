/** The variables of an environment, as a child gets them and as bash can source them. */
import { join } from 'node:path';
import { quoteWord } from '../contract/shell-line.ts';
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

export function variablesText(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quoteWord(value)}\n`)
    .join('');
}
