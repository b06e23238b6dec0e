/** The meaning of a recorded fork of Surefire, and Maven's messages about a build. */
import { describe, expect, test } from 'vitest';
import { probe, propertiesFile } from './junit-probe.ts';

const { formatProperties } = await propertiesFile();

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

  test('of a project that is a Java module keeps the flags of its argument file', () => {
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

  test('that the fork ended is not a problem, and that there was none is one', () => {
    expect(buildProblem(`[INFO] x\n${fork}\n`, { started: true })).toBeNull();
    expect(buildProblem('[INFO] No tests to run.\n', { started: false })).toMatch(
      /no JVM for tests:\n\[INFO\] No tests/,
    );
  });

  test('what Surefire says about our JVM in other modules is left out', () => {
    const said = [
      '[ERROR] COMPILATION ERROR : ',
      '[ERROR] a/module-info.java:[2,15] module not found: b',
      fork,
      '[ERROR] See b/target/surefire-reports for the individual test results.',
      '[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?',
      "[ERROR] Command was /bin/sh -c cd 'b' && java",
      '[ERROR] Process Exit Code: 0',
      '[ERROR] \tat org.apache.maven.plugin.surefire.booterclient.ForkStarter.fork(ForkStarter.java:643)',
    ];
    expect(buildProblem(said.join('\n'), { started: true })).toBe(
      ['Maven cannot build every module:', ...said.slice(0, 2)].join('\n'),
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
