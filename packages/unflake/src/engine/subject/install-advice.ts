/** Install advice in terms of the package manager of the project: adapters name npm, pip and gem. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './read-manifest.ts';
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

/**
 * The same install in the words of the manager whose file is nearest above the folder. A package that the project already depends on is
 * installed with all others.
 */
export function installAdvice(install: string, folder: string): string {
  const able = MANAGERS.filter(({ instead }) => install.startsWith(`${instead} `));
  for (const parent of able.length === 0 ? [] : upwards(folder)) {
    const manager = able.find(({ sign }) => existsSync(join(parent, sign)));
    const words = manager?.words ?? named(parent, able);
    if (words !== null) return inWords(install, words, folder);
  }
  return inWords(install, null, folder);
}

/** What Corepack reads: `"packageManager": "pnpm@10.1.0"`. */
function named(folder: string, able: readonly Manager[]): string | null {
  const manager = /^(\w+)@/.exec(readManifest(join(folder, 'package.json'))?.packageManager ?? '')?.[1];
  return manager === undefined ? null : (able.find(({ words }) => words.startsWith(`${manager} `))?.words ?? null);
}

function inWords(install: string, words: string | null, folder: string): string {
  if (!install.startsWith(`${NPM} `)) return words === null ? install : install.replace(PIP, words).replace(GEM, words);
  const missing = install.slice(NPM.length + 1);
  const isDeclared = upwards(folder).some((parent) => {
    const manifest = readManifest(join(parent, 'package.json'));
    return missing in { ...manifest?.dependencies, ...manifest?.devDependencies };
  });
  const [program] = (words ?? NPM).split(' ');
  return isDeclared ? `${program} install` : `${words ?? NPM} ${missing}`;
}
