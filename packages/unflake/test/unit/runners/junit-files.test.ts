/** What the drivers for Maven and Gradle read and write without either: Java's properties, and copies of projects. */
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inFolder, probe, propertiesFile } from './junit-probe.ts';

const { parseProperties, formatProperties, listOf } = await propertiesFile();

describe("Java's properties", () => {
  test('are read as Java writes them', () => {
    const text =
      '#surefire\n! also\nforkNode=pipe\\://1\nempty=\n  spaced\\ \\=name : a\\tb\\u00e9\nlong=one \\\n   two\\\\\nlast=3';
    expect(parseProperties(text)).toEqual({
      forkNode: 'pipe://1',
      empty: '',
      'spaced =name': 'a\tbé',
      long: 'one two\\',
      last: '3',
    });
  });

  test('come back as they were written', () => {
    const awkward = fc.constantFrom(...'aé \\\n\r\t\f:=#!🎉\u0000');
    const text = fc.string({ unit: awkward, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.dictionary(text, fc.string({ unit: awkward, maxLength: 8 }), { maxKeys: 4 }), (values) => {
        expect(parseProperties(formatProperties(values))).toEqual(values);
      }),
    );
  });

  test('hold lists by number', () => {
    expect(listOf(parseProperties(formatProperties({ tc: ['x.B', 'x.A'], other: '1' })), 'tc.')).toEqual([
      'x.B',
      'x.A',
    ]);
  });
});

describe('a copy of a Java project', async () => {
  interface Found {
    readonly path: string;
  }
  const { projectFiles, contentsOf, looksOf, copyFiles } = await probe<{
    projectFiles: (root: string, outside?: readonly string[]) => readonly Found[];
    contentsOf: (files: readonly Found[], root: string) => string;
    looksOf: (files: readonly Found[], root: string) => string;
    copyFiles: (files: readonly Found[], root: string, to: string) => string;
  }>('junit/project-files.mjs');
  const { outsideOf } = await probe<{ outsideOf: (root: string) => readonly string[] }>('maven/parents.mjs');

  test('leaves out build output, and keeps folders that only have such a name', async () => {
    const files = {
      ...{
        'pom.xml': '',
        'target/classes/A.class': '',
        '.git/HEAD': '',
        'src/target/a.txt': '',
        'app/build.gradle': '',
      },
      ...{ 'app/build/a.txt': '', 'app/src/build/b.txt': '', 'web/node_modules/x/y.js': '' },
    };
    await inFolder(files, async (root) => {
      await inFolder({}, async (to) => {
        const copy = copyFiles(projectFiles(root), root, to);
        expect(copy).toBe(to);
        expect(await readlink(join(copy, 'web/node_modules'))).toBe(join(root, 'web/node_modules'));
        expect((await readdir(copy, { recursive: true })).sort()).toEqual([
          ...['app', 'app/build.gradle', 'app/src', 'app/src/build', 'app/src/build/b.txt', 'pom.xml'],
          ...[
            'src',
            'src/target',
            'src/target/a.txt',
            'web',
            'web/node_modules',
            'web/node_modules/x',
            'web/node_modules/x/y.js',
          ],
        ]);
      });
    });
  });

  test('has the parents of its POM at the same relative paths', async () => {
    const files = {
      'pom.xml': '<project/>',
      'parent/pom.xml': '<project><parent><artifactId>top</artifactId></parent></project>',
      'app/pom.xml': '<project><!-- <parent/> --><parent><relativePath>../parent</relativePath></parent></project>',
      'app/core/pom.xml': '<project><parent><artifactId>app</artifactId></parent></project>',
      'other/pom.xml': '<project><parent><relativePath/></parent></project>',
    };
    await inFolder(files, async (top) => {
      const outside = outsideOf(join(top, 'app'));
      expect(outside).toEqual([join(top, 'parent/pom.xml'), join(top, 'pom.xml')]);
      expect(outsideOf(join(top, 'other'))).toEqual([]);
      expect(outsideOf(top)).toEqual([]);
      await inFolder({}, async (to) => {
        const root = join(top, 'app');
        expect(copyFiles(projectFiles(root, outside), root, to)).toBe(join(to, 'app'));
        expect(await readFile(join(to, 'app/../parent/pom.xml'), 'utf8')).toContain('top');
        expect((await readdir(to)).sort()).toEqual(['app', 'parent', 'pom.xml']);
      });
    });
  });

  test('is identified by its contents wherever it is, and looks different after an edit', async () => {
    const files = { 'pom.xml': 'one', 'src/A.java': 'two' };
    await inFolder(files, (first) =>
      inFolder(files, async (second) => {
        const contents = (root: string) => contentsOf(projectFiles(root), root);
        expect(contents(first)).toBe(contents(second));
        const looks = looksOf(projectFiles(first), first);
        await writeFile(join(first, 'pom.xml'), 'four');
        expect(looksOf(projectFiles(first), first)).not.toBe(looks);
        expect(contents(first)).not.toBe(contents(second));
      }),
    );
  });
});

test('the properties by which POMs name the JVM are found in modules and in fetched parents', async () => {
  const { jvmProperties } = await probe<{ jvmProperties: (root: string, repository: string) => readonly string[] }>(
    'maven/jvm-properties.mjs',
  );
  const jvm = (name: string) => `<jvm>${name.startsWith(' ') ? ' ' : ''}\${${name.trim()}}</jvm>`;
  const parent = '<parent><groupId>org.shop</groupId><artifactId>base</artifactId><version>3</version></parent>';
  const files = {
    'app/pom.xml': `<project>${parent}</project>`,
    'app/web/pom.xml': `<project>${jvm(' web.java')}<!-- ${jvm('old.java')} --></project>`,
    'app/target/pom.xml': jvm('built.java'),
    'm2/org/shop/base/3/base-3.pom': jvm('base.java'),
  };
  await inFolder(files, async (top) => {
    expect(jvmProperties(join(top, 'app'), join(top, 'm2'))).toEqual(['base.java', 'web.java']);
  });
});
