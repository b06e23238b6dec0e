/** Which files are the suite of a project that uses BATS. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const { testFiles } = (await import(new URL('../../../probes/bats/test-files.mjs', import.meta.url).href)) as {
  testFiles: (root: string, named: readonly string[]) => readonly string[];
};

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'unflake-bats-files-'));
  await write('test/a.bats', 'test/unit/b.bats', 'test/fixtures/c.bats', 'other/d.bats', 'vendor/e.bats');
});
afterEach(() => rm(root, { recursive: true }));

async function write(...files: readonly (string | readonly [string, string])[]) {
  for (const file of files) {
    const [path, text] = typeof file === 'string' ? [file, ''] : file;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

describe('the files of a BATS suite', () => {
  test('are all of the project without those of others and those that tests run', () => {
    expect(testFiles(root, [])).toEqual(['other/d.bats', 'test/a.bats', 'test/unit/b.bats']);
  });

  test.each([
    [
      'package.json',
      '{ "scripts": { "test": "bats test" }, "devDependencies": { "bats": "^1.11.0" } }',
      ['test/a.bats'],
    ],
    ['Makefile', 'test:\n\tshellcheck bin/x\n\tbats -j 4 --recursive test\n', ['test/a.bats', 'test/unit/b.bats']],
    ['test/run', '#!/bin/sh\nexec ./bats/bin/bats $FLAGS test/*.bats\n', ['test/a.bats']],
    ['.github/workflows/ci.yml', 'run: npx bats other/d.bats test/unit\n', ['other/d.bats', 'test/unit/b.bats']],
    ['Makefile', 'setup:\n\tgit clone bats-core/bats.git bats\n', ['other/d.bats', 'test/a.bats', 'test/unit/b.bats']],
  ])('are those that %s says: %s', async (file, text, expected) => {
    await write([file, text]);
    expect(testFiles(root, [])).toEqual(expected);
  });

  test('are those that are named, whatever the project says', async () => {
    await write(['Makefile', 'test:\n\tbats test\n']);
    expect(testFiles(root, ['other', 'test/unit/b.bats'])).toEqual(['other/d.bats', 'test/unit/b.bats']);
  });
});
