/** The parts of the drivers around Maven and Gradle that need neither: files, formats, and what a recorded fork means. */
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../runners/small-project.ts';

async function probe<Exports>(name: string): Promise<Exports> {
  return (await import(new URL(`../../../probes/${name}`, import.meta.url).href)) as Exports;
}

async function inFolder<T>(files: Readonly<Record<string, string>>, ask: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'unflake-probe-'));
  try {
    await writeFiles(folder, files);
    return await ask(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { parseProperties, formatProperties, listOf } = await probe<{
  parseProperties: (text: string) => Record<string, string>;
  formatProperties: (values: Record<string, string | readonly string[]>) => string;
  listOf: (properties: Record<string, string>, name: string) => readonly string[];
}>('junit/properties-file.mjs');

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

  test('leaves out what tools have made, and keeps folders that are only named so', async () => {
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

  test('has the parents of its POM in their places', async () => {
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

  test('is known by its contents wherever it lies, and looks different after an edit', async () => {
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

describe('what Surefire asked for', async () => {
  interface Launch {
    readonly [field: string]: unknown;
  }
  const { launchOf } = await probe<{
    launchOf: (fork: object, place: object) => { readonly launch?: Launch; readonly problem?: string };
  }>('maven/fork.mjs');
  const about = (changes: Record<string, string | readonly string[]> = {}) =>
    formatProperties({
      providerConfiguration: 'org.apache.maven.surefire.junitplatform.JUnitPlatformProvider',
      tc: ['x.BTest', 'x.ATest'],
      classPathUrl: ['/c/core/target/test-classes', '/m2/junit.jar'],
      surefireClassPathUrl: ['/m2/org/apache/maven/surefire/a.jar', '/m2/launcher.jar'],
      runOrder: 'filesystem',
      enableAssertions: 'true',
      ...changes,
    });
  const asked = (
    changes: Record<string, string | readonly string[]> = {},
    argv = ['-Xmx1g', '-jar', '/booter.jar', 'a', 'b'],
  ) =>
    launchOf(
      {
        argv,
        cwd: '/c/core',
        env: { JAVA_HOME: '/rec', SHOP: 'open', PWD: '/c/core', HOME: '/h' },
        files: [
          ...argv.flatMap((word) =>
            word.startsWith('@')
              ? [{ word, text: '--class-path "/m2/more.jar" --add-reads m="ALL-UNNAMED" Booter' }]
              : [],
          ),
          { word: 'a', text: about(changes) },
          { word: 'b', text: 'basedir=/c/core\njvm=/rec/bin/java\nk=v\n' },
        ],
      },
      { copy: '/c', home: '/jdk', recorder: '/rec', env: { HOME: '/h' } },
    );

  test('becomes a launch without Surefire, and with the real Java', () => {
    expect(asked().launch).toMatchObject({
      module: 'core/',
      java: '/jdk/bin/java',
      flags: ['-ea', '-Xmx1g'],
      classPath: ['/c/core/target/test-classes', '/m2/junit.jar', '/m2/launcher.jar'],
      outputs: ['/c/core/target/test-classes'],
      env: { JAVA_HOME: '/jdk', SHOP: 'open' },
      system: { basedir: '/c/core', k: 'v' },
      junit: 'platform',
      classes: ['x.ATest', 'x.BTest'],
      perClass: false,
    });
  });

  test('of a project with a module keeps the flags of its file of arguments', () => {
    const { launch } = asked({}, ['-Da=1', '@/args', 'a', 'b']);
    expect(launch?.flags).toEqual(['-ea', '-Da=1', '--add-reads', 'm=ALL-UNNAMED']);
    expect(launch?.classPath).toContain('/m2/more.jar');
  });

  test.each([
    [{ runOrder: 'reversealphabetical' }, { classes: ['x.BTest', 'x.ATest'] }],
    [{ forkTestSet: 'java.lang.Class|x.BTest' }, { perClass: true }],
    [{ groups: 'fast, smoke' }, { filters: { tags: ['fast', 'smoke'], notTags: [], engines: [], notEngines: [] } }],
    [{ configurationParameters: 'a.b = c\nd=e' }, { parameters: { 'a.b': 'c', d: 'e' } }],
    [{ providerConfiguration: 'org.apache.maven.surefire.junitcore.JUnitCoreProvider' }, { junit: 'junit4' }],
  ])('%j is kept', (changes, expected) => {
    expect(asked(changes as Record<string, string>).launch).toMatchObject(expected);
  });

  test('is a problem when it is not JUnit', () => {
    const { launch, problem } = asked({ providerConfiguration: 'org.apache.maven.surefire.testng.TestNGProvider' });
    expect(launch).toBeUndefined();
    expect(problem).toContain('TestNGProvider');
  });
});

describe('what Maven says', async () => {
  const { buildProblem } = await probe<{
    buildProblem: (output: string, how: { readonly started: boolean }) => string | null;
  }>('maven/problems.mjs');
  const fork =
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.4:test (default-test) on project a';

  test('that the fork ended is no problem, and that there was none is one', () => {
    expect(buildProblem(`[INFO] x\n${fork}\n`, { started: true })).toBeNull();
    expect(buildProblem('[INFO] No tests to run.\n', { started: false })).toMatch(
      /no JVM for tests:\n\[INFO\] No tests/,
    );
  });

  test.each([
    '[ERROR] COMPILATION ERROR : ',
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.1:testCompile (x) on project a',
    '[ERROR] [FATAL] Non-resolvable parent POM for x:a:1',
    '[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project x:a:jar:1',
  ])('%s is one also when another module came further', (line) => {
    const problem = buildProblem(`${line}\n[ERROR] A.java:[1,2]\n[ERROR] \n[ERROR] -> [Help 1]\n`, { started: true });
    expect(problem).toBe(`Maven cannot build every module:\n${line}\n[ERROR] A.java:[1,2]`);
  });
});

describe('what Gradle wrote down of a task', async () => {
  const { launchOf } = await probe<{
    launchOf: (task: object, place: object) => { readonly launch?: object; readonly problems: readonly string[] };
  }>('gradle/test-task.mjs');
  const task = {
    ...{ task: ':core:test', folder: '/c/core', java: '/jdk/bin/java', flags: ['-Xmx1g'], cwd: '/c/core' },
    env: { HOME: '/h', SHOP: 'open', OLDPWD: '/' },
    classPath: ['/c/core/build/classes/java/test', '/m2/junit.jar'],
    framework: 'org.gradle.api.internal.tasks.testing.junit.JUnitTestFramework',
    classes: ['x/BTest.class', 'x/ATest$Inner.class', 'module-info.class', 'x/ATest.class'],
    ...{ forkEvery: 1, filter: [], categories: [], tags: [], notTags: ['slow'], engines: [], notEngines: [] },
  };
  const place = { copy: '/c', env: { HOME: '/h' } };

  test('becomes a launch', () => {
    expect(launchOf(task, place)).toMatchObject({
      launch: {
        module: 'core/',
        outputs: ['/c/core/build/classes/java/test'],
        env: { SHOP: 'open' },
        junit: 'junit4',
        classes: ['x.ATest', 'x.BTest'],
        perClass: true,
        filters: { notTags: ['slow'] },
      },
      problems: [],
    });
  });

  test('is a problem where it cannot be followed', () => {
    const framework = 'org.gradle.api.internal.tasks.testing.testng.TestNGTestFramework';
    expect(launchOf({ ...task, framework }, place)).toEqual({ problems: [expect.stringContaining(':core:test')] });
    expect(launchOf({ ...task, filter: ['*Fast*'], categories: ['x.Slow'] }, place).problems).toHaveLength(2);
    const platform = 'org.gradle.api.internal.tasks.testing.junitplatform.JUnitPlatformTestFramework';
    expect(launchOf({ ...task, framework: platform }, place)).toMatchObject({ launch: { junit: 'platform' } });
  });
});
