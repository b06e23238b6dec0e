/** Install advice in terms of the package manager of the project: adapters name npm, pip and gem. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from './upwards.ts';

interface Manager {
  /** A file that only this manager writes. */
  readonly sign: string;
  /** The words of the adapters that it replaces. */
  readonly instead: string;
  readonly words: string;
}

const NPM = 'npm install --save-dev';
const PIP = 'python3 -m pip install';
const GEM = 'gem install';

const MANAGERS: readonly Manager[] = [
  { sign: 'yarn.lock', instead: NPM, words: 'yarn add --dev' },
  { sign: 'pnpm-lock.yaml', instead: NPM, words: 'pnpm add --save-dev' },
  { sign: 'bun.lock', instead: NPM, words: 'bun add --dev' },
  { sign: 'bun.lockb', instead: NPM, words: 'bun add --dev' },
  { sign: 'uv.lock', instead: PIP, words: 'uv add --dev' },
  { sign: 'poetry.lock', instead: PIP, words: 'poetry add --group dev' },
  { sign: 'pdm.lock', instead: PIP, words: 'pdm add --dev' },
  { sign: 'Pipfile', instead: PIP, words: 'pipenv install --dev' },
  { sign: 'Gemfile', instead: GEM, words: 'bundle add' },
];

/** The same install in the words of the manager whose file is nearest above the folder. */
export function installAdvice(install: string, folder: string): string {
  const able = MANAGERS.filter(({ instead }) => install.startsWith(`${instead} `));
  for (const parent of able.length === 0 ? [] : upwards(folder)) {
    const manager = able.find(({ sign }) => existsSync(join(parent, sign)));
    if (manager !== undefined) return install.replace(manager.instead, manager.words);
  }
  return install;
}
