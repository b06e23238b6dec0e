/** What only Gradle has: projects of one build, tasks that say how their JVM is to be, and filters in the build script. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gradleFor } from '../../../../scripts/toolchains/gradle.mjs';
import { gradle } from '../../src/runners/gradle.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

const PROJECT = fileURLToPath(new URL('./projects/gradle', import.meta.url));

const files = {
  'gradle/wrapper/gradle-wrapper.properties':
    'distributionUrl=https\\://services.gradle.org/distributions/gradle-2.14.1-bin.zip\n',
  'settings.gradle': "include 'core', 'web', 'wrong'\n",
  'build.gradle': `subprojects {
  apply plugin: 'java'
  repositories { mavenCentral() }
  dependencies { testCompile 'junit:junit:4.13.2' }
}\n`,
  'core/build.gradle': `test {
  systemProperty 'flag', '1'
  environment 'SHOP', 'open'
  jvmArgs '-Xmx200m'
  forkEvery 1
  doFirst { systemProperty 'late', 'yes' }
  filter { includeTestsMatching 'x.*' }
}\n`,
  'web/build.gradle': "dependencies { compile project(':core') }\n",
  'core/src/main/java/x/Shop.java': 'package x; public class Shop { public static int sales; }\n',
  'core/src/test/java/x/AlphaTest.java': `package x; public class AlphaTest {
  @org.junit.Test public void sells() { Shop.sales += 1; }
  public static class Inner { @org.junit.Test public void isNotTold() {} }
}\n`,
  'core/src/test/java/x/BetaTest.java': `package x; import static org.junit.Assert.*; public class BetaTest {
  @org.junit.Test public void isFresh() { assertEquals(0, Shop.sales); }
  @org.junit.Test public void isAsTheScriptWants() {
    assertEquals("1 yes open", System.getProperty("flag") + " " + System.getProperty("late") + " " + System.getenv("SHOP"));
    assertTrue(System.getProperty("user.dir").endsWith("/core"));
    assertEquals(System.getenv("TMPDIR"), System.getProperty("java.io.tmpdir"));
  }
}\n`,
  'web/src/test/java/x/GammaTest.java': `package x; import static org.junit.Assert.*; public class GammaTest {
  @org.junit.Test public void isFresh() { assertEquals("in web", 0, Shop.sales); Shop.sales = 1; }
}\n`,
  // Beside the others from the start, because each build of Gradle costs ten seconds.
  'wrong/src/test/java/x/WrongTest.java': 'package x; public class WrongTest { wrong }\n',
  'web/src/test/java/x/DeltaTest.java': `package x; import static org.junit.Assert.*; public class DeltaTest {
  @org.junit.Test public void isFresh() { assertEquals("in web", 0, Shop.sales); Shop.sales = 1; }
}\n`,
};

describe('Gradle', () => {
  let open: OpenProject<RunnerProject>;
  let suite: readonly string[];
  let problems: readonly string[];

  beforeAll(async () => {
    const program: [string] = [await gradleFor(PROJECT)];
    open = await openProject(gradle, async (folder) => {
      await writeFiles(folder, files);
      return { program, suite: [] };
    });
    ({ tests: suite, problems } = await open.list());
  });
  afterAll(() => open?.close());

  test('lists the classes of every project, and names the filters that it ignores', () => {
    expect(suite.toSorted()).toEqual([
      'core/x.AlphaTest::sells',
      'core/x.BetaTest::isAsTheScriptWants',
      'core/x.BetaTest::isFresh',
      'web/x.DeltaTest::isFresh',
      'web/x.GammaTest::isFresh',
    ]);
    expect(problems[1]).toBe(':core:test: the filter of the build script is not regarded');
  });

  test("names both versions where another Gradle than the wrapper's has built the project", () => {
    expect(problems[0]).toMatch(/^the project's gradlew wants Gradle 2\.14\.1 .*, Gradle \d[\d.]+, was used$/);
  });

  test('the JVM is as the build script configures it, and classes have their own where it says so', async () => {
    const ids = ['core/x.AlphaTest::sells', 'core/x.BetaTest::isFresh', 'core/x.BetaTest::isAsTheScriptWants'];
    const report = await open.run(ids);
    expect(told(report)).toEqual(['passed sells', 'passed isFresh', 'passed isAsTheScriptWants']);
    expect(report.problems).toEqual([]);
  });

  test('classes of one project share a JVM by default', async () => {
    const report = await open.run(['web/x.GammaTest::isFresh', 'web/x.DeltaTest::isFresh']);
    expect(told(report)).toEqual(['passed isFresh', 'failed isFresh']);
    expect(report.observations[1]?.message).toMatch(
      /in web.*\n {4}at x\.DeltaTest\.isFresh web\/src\/test\/java\/x\/DeltaTest\.java:2$/,
    );
  });

  test('a project that does not compile is reported, beside the tests of the others', () => {
    expect(problems.slice(2).join('\n')).toMatch(/wrong\/src\/test\/java\/x\/WrongTest\.java:1: error/);
  });
});
