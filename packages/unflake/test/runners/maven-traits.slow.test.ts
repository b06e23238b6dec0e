/** What only Maven and JUnit have: modules, a JVM as the POM wants it, classes with set-ups of their own, and builds that are used again. */
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mavenFor } from '../../../../scripts/toolchains/maven.mjs';
import { maven } from '../../src/runners/maven.ts';
import { once } from '../contract/once.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { MAVEN_PROJECT } from './maven-project.ts';
import { testRecordedJvm } from './recorded-jvm.ts';
import { told, writeFiles } from './small-project.ts';

const JUNIT5 = fileURLToPath(new URL('./projects/maven', import.meta.url));
const JUNIT4 = fileURLToPath(new URL('./projects/maven-junit4', import.meta.url));
/** Fetched with JUnit 4. */
// unflake-allow home-or-cwd: where Maven keeps what it has fetched
const HAMCREST = join(homedir(), '.m2/repository/org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar');

const APART = [
  ['JvmTest::isAsThePomWants'],
  [
    'inHelper',
    'inAnotherThread',
    'late',
    'Before::one',
    'Before::Deeper::two',
    'Constructed::three',
    'After::four',
  ].map((title) => `BrokenTest::${title}`),
  ['some(int)', 'none(int)', 'broken(int)', 'made'].map((title) => `ParametersTest::${title}`),
];

describe('Maven', () => {
  let open: OpenProject<RunnerProject>;
  let suite: readonly string[];
  let problems: readonly string[];
  const inCore = (...titles: readonly string[]) => titles.map((title) => `core/x.${title}`);

  beforeAll(async () => {
    // Both are fetched by these POMs' own tests.
    await mavenFor(JUNIT4, 'PlainTest#passes');
    const program: [string] = [await mavenFor(JUNIT5, 'PlainTest#passes')];
    open = await openProject(maven, async (folder) => {
      await writeFiles(folder, MAVEN_PROJECT);
      await mkdir(join(folder, 'core', 'lib'));
      await copyFile(HAMCREST, join(folder, 'core', 'lib', 'own.jar'));
      return { program, suite: [] };
    });
    ({ tests: suite, problems } = await open.list());
  });
  afterAll(() => open?.close());

  test('lists what Surefire and then Failsafe would run, module by module', () => {
    const classes = [...new Set(suite.map((id) => id.split('::')[0]))];
    expect(classes.slice(-4)).toEqual(['core/x.TellsTest', 'old/x.BetaTest', 'old/x.AlphaTest', 'core/x.SellsIT']);
    expect(suite.filter((id) => /LeftOut|isLeftOut/.test(id))).toEqual([]);
    expect(suite).toContain('core/x.BrokenTest::Before::Deeper::two');
    expect(problems.join('\n')).toMatch(/x\.BrokenTest has no tests: .*public/s);
  });

  test('integration tests run as Failsafe is configured, in a JVM of their own', async () => {
    const [sells, isFresh] = inCore('SellsIT::sells', 'SellsIT::isFresh');
    const report = await open.run([isFresh!, ...inCore('SharedTest::adds'), sells!, isFresh!]);
    expect(report.observations.map(({ outcome, run, test: id }) => `${outcome} ${run} ${id}`)).toEqual([
      `passed 0 ${isFresh}`,
      ...inCore('SharedTest::adds').map((id) => `passed 0 ${id}`),
      `passed 0 ${sells}`,
      `failed 1 ${isFresh}`,
    ]);
    expect(report).toMatchObject({ problems: [] });
    expect(report.retried).toBeUndefined();
  });

  test('says what starts before integration tests, and which classes look like one and are not run', () => {
    const said = problems.filter((text) => text.includes('integration tests'));
    expect(said).toEqual([
      expect.stringMatching(/^left out, .*Failsafe runs them here: old\/x\.ForgottenIT; .*-P<profile>/),
      expect.stringMatching(/^core: .*before them \(maven-resources-plugin:resources\); start it yourself$/),
    ]);
  });

  /** Classes that share nothing, in one JVM, because its start costs more than they do. */
  const together = once(() => open.run(inCore(...APART.flat())));
  const seenOf = async (name: string) => {
    const { observations, problems: said } = await together();
    return { observations: observations.filter(({ test: id }) => id.startsWith(`core/x.${name}::`)), problems: said };
  };

  test('the JVM is as the POM configures it, in the folder of the module', async () => {
    const report = await seenOf('JvmTest');
    expect(report.observations[0]?.message).toMatch(/AssertionError: with assertions\n/);
    expect(report.problems).toEqual([]);
  });

  test('what breaks around the body is errored, what breaks in it failed', async () => {
    const report = await seenOf('BrokenTest');
    expect(told(report)).toEqual([
      ...['failed inHelper', 'failed inAnotherThread', 'failed late', 'passed one', 'skipped two'],
      ...['errored three', 'errored four'],
    ]);
    expect(report.observations[0]?.message).toBe(
      `java.lang.IllegalArgumentException: from below
    at x.BrokenTest.helper core/src/test/java/x/BrokenTest.java:14
    at x.BrokenTest.inHelper core/src/test/java/x/BrokenTest.java:11`,
    );
  });

  test('a broken set-up of a class errors its tests, a crash in it names the first, a broken tear-down is a problem', async () => {
    const ids = [
      'ClassSetUpTest::one',
      'ClassSetUpTest::Inner::two',
      'ClassTearDownTest::one',
      'DisabledTest::one',
      'DisabledTest::Inner::two',
    ];
    const report = await open.run(inCore(...ids, 'CrashSetUpTest::one'));
    expect(told(report)).toEqual([
      ...['errored one', 'errored two', 'passed one', 'skipped one', 'skipped two', 'crashed one'],
    ]);
    expect(report.observations[1]?.message).toContain('no database');
    expect(report.problems.join('\n')).toContain('cannot drop');
  });

  test('invocations count towards their test', async () => {
    const report = await seenOf('ParametersTest');
    expect(told(report)).toEqual(['failed some(int)', 'skipped none(int)', 'failed broken(int)', 'failed made']);
    expect(report.observations[0]?.message).toContain('not two');
  });

  test('a class is entered once where JUnit can follow the order, and again where it cannot', async () => {
    const around = (...names: readonly string[]) => inCore(...names.map((name) => `AroundTest::${name}`));
    const fixed = inCore('FixedOrderTest::b', 'FixedOrderTest::a', 'FixedOrderTest::c');
    const { observations } = await open.run([...around('two', 'one', 'tells'), ...fixed]);
    expect(observations[2]?.message).toMatch(/open new two new one new\n/);
    expect(observations[5]?.message).toMatch(/ close open b open a c\n/);
    const apart = await open.run([...around('one'), ...inCore('SharedTest::adds'), ...around('two', 'tells')]);
    expect(apart.observations[3]?.message).toMatch(/open new one close open new two new\n/);
  });

  test("tests that share an instance see each other's changes", async () => {
    const [adds, isFirst] = inCore('SharedTest::adds', 'SharedTest::isFirst');
    expect(told(await open.run([isFirst!, adds!]))).toEqual(['passed isFirst', 'passed adds']);
    expect(told(await open.run([adds!, isFirst!]))).toEqual(['passed adds', 'failed isFirst']);
  });

  test('a test that JUnit would retry is refused', async () => {
    expect((await open.run(inCore('RetryTest::again'))).retried?.join()).toMatch(/^core\/x\.RetryTest::again/);
  });

  test('classes of JUnit 4 have a JVM of their own where the POM says so, and modules always', async () => {
    const ids = [
      'old/x.AlphaTest::sells',
      ...inCore('SharedTest::adds'),
      'old/x.BetaTest::isFresh',
      'old/x.BetaTest::assumes',
    ];
    const report = await open.run(ids);
    expect(told(report)).toEqual(['passed sells', 'passed adds', 'passed isFresh', 'skipped assumes']);
    const again = await open.run(['old/x.AlphaTest::sells'], { repeat: 2 });
    expect(told(again)).toEqual(['passed sells', 'errored sells']);
    const after = await open.run(['old/x.BetaTest::breaksTheNext', 'old/x.BetaTest::isFresh']);
    expect(told(after)).toEqual(['errored breaksTheNext', 'failed isFresh']);
  });

  test('a build is reused until a file changes, and a change that does not compile is reported', async () => {
    const place = await open.context();
    const builds = async () =>
      (await readdir(join(place.cache!, 'maven-builds'))).filter((name) => !name.includes('.'));
    const probes = async () =>
      (await readdir(join(place.cache!, 'junit'))).filter((name) => name.startsWith('probe-')).sort();
    const before = await builds();
    const compiled = await probes();
    const path = join(open.root, 'old/src/test/java/x/GammaTest.java');
    await writeFile(path, 'package x; public class GammaTest { @org.junit.Test public void one() { wrong } }\n');
    try {
      const broken = await open.list();
      expect(broken.problems.join('\n')).toMatch(/COMPILATION ERROR.*old\/src\/test\/java\/x\/GammaTest\.java:\[1,/s);
      expect(broken.tests.filter((id) => id.startsWith('core/')).length).toBeGreaterThan(0);
    } finally {
      await rm(path);
    }
    expect((await open.list()).tests).toEqual(suite);
    expect((await builds()).length).toBe(before.length + 1);
    // One for each JUnit of the project, whatever its files are.
    expect(compiled).toHaveLength(2);
    expect(await probes()).toEqual(compiled);
  });

  testRecordedJvm(() => ({ open, suite }));
});
