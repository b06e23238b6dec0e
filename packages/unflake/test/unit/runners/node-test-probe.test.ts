/** The parts of the node:test probe that decide without running anything. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTitlePath } from '../../../src/contract/title-path.ts';
import { scriptOptions } from '../../../src/runners/node-test/script-options.ts';

async function probe<Exports>(name: string): Promise<Exports> {
  return (await import(new URL(`../../../probes/node-test/${name}`, import.meta.url).href)) as Exports;
}

async function inFolder<T>(files: Readonly<Record<string, string>>, ask: (folder: string) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'unflake-probe-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return ask(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('ids of the node:test probe', () => {
  test('are those of src/contract, for any title', async () => {
    const { titlePath } = await probe<{ titlePath: (file: string, titles: string[], occurrence: number) => string }>(
      'title-path.mjs',
    );
    const part = fc.oneof(fc.string(), fc.constantFrom(' > ', '\\', '\n', '\\#2', '>', '\r\n'));
    fc.assert(
      fc.property(part, fc.array(part), fc.integer({ min: 1, max: 3 }), (file, titles, occurrence) => {
        expect(titlePath(file, titles, occurrence)).toBe(formatTitlePath({ file, titles, occurrence }));
      }),
    );
  });
});

describe('the files of a node:test suite', () => {
  const files = Object.fromEntries(
    [
      'a.test.js',
      'b-test.cjs',
      'c_test.mjs',
      'test.js',
      'test-x.js',
      'lib/index.js',
      'lib/attest.js',
      'lib/test/helper.js',
      'lib/test/deep/y.mjs',
      'node_modules/dep/a.test.js',
      '.cache/a.test.js',
      'spec/z.ts',
    ].map((file) => [file, '']),
  );
  const find = async (patterns: readonly string[]) => {
    const { testFiles } = await probe<{ testFiles: (root: string, patterns: readonly string[]) => string[] }>(
      'test-files.mjs',
    );
    return inFolder(files, (folder) => testFiles(folder, patterns));
  };

  test('are those that node --test looks for, sorted', async () => {
    expect(await find([])).toEqual([
      'a.test.js',
      'b-test.cjs',
      'c_test.mjs',
      'lib/test/deep/y.mjs',
      'lib/test/helper.js',
      'test-x.js',
      'test.js',
    ]);
  });

  test('are those of a folder, of a file and of globs, each once', async () => {
    expect(await find(['lib/', './a.test.js', '*.test.{js,cjs}', 'spec/**/*.ts'])).toEqual([
      'a.test.js',
      'lib/test/deep/y.mjs',
      'lib/test/helper.js',
      'spec/z.ts',
    ]);
  });
});

describe('the package script of node:test', () => {
  const read = async (manifest: string | undefined) => {
    const { nodeTestScript } = await probe<{ nodeTestScript: (root: string) => unknown }>('package-script.mjs');
    return inFolder(manifest === undefined ? {} : { 'package.json': manifest }, nodeTestScript);
  };
  const none = { files: [], nodeOptions: [] };

  test.each([
    ['node --test', none],
    ['tsc -b && node --test dist/test/', { files: ['dist/test/'], nodeOptions: [] }],
    [
      `node --import tsx --test --test-concurrency=2 --test-reporter spec 'test/**/*.ts'`,
      { files: ['test/**/*.ts'], nodeOptions: ['--import', 'tsx'] },
    ],
    [
      'node --test --test-only --enable-source-maps --watch',
      { files: [], nodeOptions: ['--test-only', '--enable-source-maps'] },
    ],
    [
      'xo && node --import=tsx/esm --test test/*.ts && tsd',
      { files: ['test/*.ts'], nodeOptions: ['--import=tsx/esm'] },
    ],
    ['vitest run', none],
  ])('%j', async (text, expected) => {
    const manifest = JSON.stringify({ scripts: { build: 'node build.js', test: text } });
    expect(await read(manifest)).toEqual(expected);
    // The command that is printed needs the same options as our trials.
    const project = { root: '/p', files: ['package.json'], text: () => manifest };
    expect(scriptOptions(project, '.')).toEqual(expected.nodeOptions);
  });

  test('is nothing without a manifest', async () => {
    expect(await read(undefined)).toEqual(none);
  });
});

describe('the files that borp runs', () => {
  const filesOf = async (scripts: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
    const { nodeTestScript } = await probe<{ nodeTestScript: (root: string) => { files: readonly string[] } }>(
      'package-script.mjs',
    );
    return inFolder({ 'package.json': JSON.stringify({ scripts }), ...more }, (folder) => nodeTestScript(folder).files);
  };

  test('are those of all scripts that start it', async () => {
    const scripts = {
      test: 'npm run unit',
      'test:a': 'borp --timeout 180000 --expose-gc -p "test/*.js"',
      'test:b': 'npm run build && borp -C 1 test/b.js test/c.js',
    };
    expect(await filesOf(scripts)).toEqual(['test/*.js', 'test/b.js', 'test/c.js']);
  });

  test('are those of its configuration, or those that it looks for', async () => {
    const yaml = 'reporters:\n  - spec\nfiles:\n  - \'test/**/*.test.js\'\n  - "!test/x.js"\n  - more.js\n';
    expect(await filesOf({ unit: 'borp' }, { '.borp.yaml': yaml })).toEqual(['test/**/*.test.js', 'more.js']);
    expect(await filesOf({ unit: 'c8 borp --reporter=spec' })).toEqual(['**/*.test.{cjs,mjs,js}']);
    expect(await filesOf({ unit: 'mocha' })).toEqual([]);
  });
});
