/** Checks which folder may import which, and that the deciding folders have no side effects. Changing the table is a design decision. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: ['contract'],
  proc: [],
  experiment: ['contract', 'text'],
  knobs: ['contract'],
  reports: ['contract'],
  testbed: ['contract', 'proc', 'text'],
  sqlite: ['contract'],
  scan: ['contract', 'sqlite', 'text'],
  store: ['contract', 'proc', 'sqlite'],
  runners: ['contract', 'reports'],
  engine: ['contract', 'experiment', 'knobs', 'runners', 'testbed', 'store', 'proc', 'text'],
  queue: ['contract', 'engine', 'store'],
  tools: ['contract', 'experiment', 'engine', 'queue', 'scan', 'store', 'reports', 'runners', 'testbed', 'text'],
  plots: ['contract', 'text'],
  service: ['contract', 'tools'],
  cli: ['contract', 'plots', 'tools', 'service', 'text'],
};
const PURE = ['contract', 'text', 'experiment', 'knobs', 'reports', 'runners', 'plots'];
const IMPURE =
  /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|setTimeout|setInterval|setImmediate|fetch\(|process\.(?:env|cwd|argv|hrtime|exit|kill|pid|platform|uptime|on|stdin|stdout|stderr)\b)/;

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: readonly Source[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    const imports = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map((match) => match[1]!);
    return { path, folder: path.split('/')[0]!, text, imports };
  });

test('every folder under src is in the table', () => {
  const unknown = sources.filter(({ folder }) => !(folder in MAY_IMPORT)).map(({ path }) => path);
  expect(unknown).toEqual([]);
});

test('imports between folders follow the table', () => {
  const wrong = sources.flatMap(({ path, folder, imports }) =>
    imports
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(src, resolve(dirname(join(src, path)), name)).split('/')[0]!)
      .filter((to) => to !== folder && !MAY_IMPORT[folder]?.includes(to))
      .map((to) => `${path} → ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('the folders that decide use no node module, clock, random numbers, environment, timer or fetch', () => {
  const wrong = sources
    .filter(({ folder }) => PURE.includes(folder))
    .flatMap(({ path, text, imports }) => [
      ...imports.filter((name) => name.startsWith('node:')).map((name) => `${path} imports ${name}`),
      ...withoutComments(text)
        .split('\n')
        .filter((line) => IMPURE.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    ]);
  expect(wrong).toEqual([]);
});

test('the contract imports nothing from outside', () => {
  const wrong = sources
    .filter(({ folder }) => folder === 'contract')
    .flatMap(({ path, imports }) =>
      imports.filter((name) => !name.startsWith('./')).map((name) => `${path} → ${name}`),
    );
  expect(wrong).toEqual([]);
});

test('importing a file does nothing: no top-level call in an index', () => {
  const wrong = sources
    .filter(({ path }) => path.endsWith('index.ts'))
    .filter(({ text }) => /^\w+\(/m.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
