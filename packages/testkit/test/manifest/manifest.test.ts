import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  assertManifest,
  assertPatterns,
  checkPatterns,
  compareManifest,
  distributionFiles,
} from '../../src/manifest.ts';
import { pax, type TarEntry, tar, zip } from './archives.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unflake-manifest-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

const FILES = ['kit-1.0/README.md', 'kit-1.0/sql/kit--1.0.sql', 'kit-1.0/src/deep/a.c'];
const ENTRIES: TarEntry[] = [
  { name: 'kit-1.0/', type: '5' },
  ...FILES.map((name) => ({ name, content: 'x'.repeat(700) })),
];

describe('the files of a distribution', () => {
  test.each([
    [
      'folder',
      async () => {
        for (const name of FILES) await file(`dist/${name}`, '');
        return join(folder, 'dist');
      },
    ],
    ['tar', () => file('kit', tar(ENTRIES))],
    ['gzipped tar', () => file('kit', gzipSync(tar(ENTRIES)))],
    ['zip', () => file('kit', zip(['kit-1.0/', ...FILES]))],
    ['zip with a comment', () => file('kit', zip(['kit-1.0/', ...FILES], 'made by hand'))],
  ] as const)('are listed, sorted and without directories, for a %s', async (_, make) => {
    expect(await distributionFiles(await make())).toEqual(FILES);
  });

  test('in a tar may have long names, links, leading dots and sizes in binary', async () => {
    const long = `kit/${'d'.repeat(120)}/file.txt`;
    const entries: TarEntry[] = [
      pax(`pax/${long}`),
      { name: 'cut-off-name' },
      { name: '././@LongLink', type: 'L', content: `gnu/${long}\0` },
      { name: 'cut-off-name' },
      { name: 'name', prefix: 'prefix/of/ustar', content: 'abc' },
      { name: './dotted', type: '\0' },
      { name: 'link', type: '2' },
      { name: 'large', content: 'abc', binarySize: true },
      { name: 'pax_global_header', type: 'g', content: 'x' },
      { name: 'last' },
    ];
    const path = await file('odd.tar', tar(entries));
    const expected = [`pax/${long}`, `gnu/${long}`, 'prefix/of/ustar/name', 'dotted', 'link', 'large', 'last'];
    expect(await distributionFiles(path)).toEqual(expected.sort());
  });

  test.each([
    ['neither', 'just text', 'is neither a folder, nor a tar, nor a zip'],
    ['empty', '', 'is neither a folder, nor a tar, nor a zip'],
    ['cut.zip', zip(FILES).subarray(0, -30), 'the zip has no directory; is it cut off?'],
    ['cut.tar', tar(ENTRIES).subarray(0, 1200), 'the tar ends within kit-1.0/README.md'],
    ['cut in a header.tar', tar([{ name: 'a' }, { name: 'b' }]).subarray(0, 800), 'the tar ends within b'],
    ['pax.tar', tar([{ name: 'p', type: 'x', content: 'nonsense' }]), 'the tar has a broken pax header'],
    ['escape.tar', tar([{ name: '../outside' }]), 'holds a file outside of itself: ../outside'],
    ['escape.zip', zip(['/etc/passwd']), 'holds a file outside of itself: /etc/passwd'],
  ])('cannot be listed for %s, and the error says why', async (name, content, message) => {
    await expect(distributionFiles(await file(name, content))).rejects.toThrow(message);
  });

  test('cannot be listed for a zip whose directory is broken or in the zip64 format', async () => {
    const broken = zip(FILES);
    broken.writeUInt32LE(0, broken.length - 22 + 16);
    await expect(distributionFiles(await file('broken.zip', broken))).rejects.toThrow('the zip has a broken directory');
    const large = zip(FILES);
    large.writeUInt16LE(0xffff, large.length - 22 + 10);
    await expect(distributionFiles(await file('large.zip', large))).rejects.toThrow('zip64');
  });

  test('cannot be listed when there is nothing', async () => {
    await expect(distributionFiles(join(folder, 'absent'))).rejects.toThrow('ENOENT');
  });
});

describe('the exact manifest', () => {
  const manifest = `
    # What the distribution holds.
    kit-1.0/README.md          # for people
    kit-1.0/sql/kit--1.0.sql

    kit-1.0/src/deep/a.c
  `;

  test('passes when every file is there and no other', async () => {
    await assertManifest(await file('kit.zip', zip(FILES)), manifest);
    await assertManifest(await file('kit.tgz', gzipSync(tar(ENTRIES))), FILES);
  });

  test('fails with a line for each difference', async () => {
    const path = await file('kit.zip', zip([...FILES.slice(1), 'kit-1.0/.git/config']));
    await expect(assertManifest(path, manifest)).rejects.toThrow(
      'is not what the manifest says: 1 missing (-), 1 unexpected (+)\n  - kit-1.0/README.md\n  + kit-1.0/.git/config',
    );
  });

  test('can leave the top folder out, whose name holds the version', async () => {
    const path = await file('kit.zip', zip(FILES));
    await assertManifest(path, ['README.md', 'sql/kit--1.0.sql', 'src/deep/a.c'], { top: 'strip' });
    const two = await file('two.zip', zip(['a/x', 'b/x']));
    await expect(assertManifest(two, [], { top: 'strip' })).rejects.toThrow('one top folder, found a, b');
    const bare = await file('bare.zip', zip(['README.md']));
    await expect(assertManifest(bare, [], { top: 'strip' })).rejects.toThrow('one top folder, found README.md');
  });

  test('compares lists by themselves, too', () => {
    expect(compareManifest(['a', 'c'], 'a\nb')).toEqual({ missing: ['b'], unexpected: ['c'] });
    expect(compareManifest(['a#b'], 'a#b')).toEqual({ missing: [], unexpected: [] });
  });
});

describe('the rules', () => {
  const rules = {
    required: ['README.md', 'sql/*.sql'],
    expected: ['doc/**'],
    excluded: ['**/.git/**', '**/*.{o,log}'],
    singleTop: true,
  };

  test('pass, with a warning for what is expected and missing', async () => {
    const report = await assertPatterns(await file('kit.zip', zip(FILES)), rules);
    expect(report).toEqual({
      missingRequired: [],
      missingExpected: ['doc/**'],
      foundExcluded: [],
      top: ['kit-1.0'],
      manyTops: false,
    });
  });

  test('fail for what is required and missing, and for what is excluded and there', async () => {
    const path = await file('kit.zip', zip(['kit-1.0/README.md', 'kit-1.0/.git/config', 'kit-1.0/src/a.o']));
    await expect(assertPatterns(path, rules)).rejects.toThrow(
      'breaks its rules:\n  nothing matches the required sql/*.sql\n  the excluded **/.git/** matches .git/config\n' +
        '  the excluded **/*.{o,log} matches src/a.o',
    );
  });

  test('fail for more than one top folder, and for files beside it', async () => {
    const path = await file('kit.zip', zip(['a/README.md', 'b/x']));
    await expect(assertPatterns(path, { singleTop: true })).rejects.toThrow('one top folder, found a, b');
    expect(checkPatterns(['README.md'], { singleTop: true }).manyTops).toBe(true);
    expect(checkPatterns(['README.md', 'b/x'], {}).manyTops).toBe(false);
  });

  test.each([
    ['*.md', 'README.md', true],
    ['*.md', 'docs/a.md', false],
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'a/b/c.md', true],
    ['docs/**', 'docs/a/b', true],
    ['docs/**', 'docs', false],
    ['a?.c', 'ab.c', true],
    ['a?.c', 'a/.c', false],
    ['{a,b*}/x', 'bcd/x', true],
    ['a+b(c).[x]', 'a+b(c).[x]', true],
    ['a.c', 'abc', false],
  ])('take %s for %s: %s', (pattern, path, matches) => {
    expect(checkPatterns([path], { excluded: [pattern] }).foundExcluded.length === 1).toBe(matches);
  });

  test('find no top folder where there are no files', () => {
    expect(checkPatterns([], { singleTop: true }).manyTops).toBe(true);
  });

  test('refuse an empty pattern', () => {
    expect(() => checkPatterns(['a'], { required: [''] })).toThrow('a pattern must not be empty');
  });
});
