/** What our init script recorded about a Test task of Gradle. */
import { describe, expect, test } from 'vitest';
import { probe } from './junit-probe.ts';

describe('a recorded task of Gradle', async () => {
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

  test('is a problem if it cannot be followed', () => {
    const framework = 'org.gradle.api.internal.tasks.testing.testng.TestNGTestFramework';
    expect(launchOf({ ...task, framework }, place)).toEqual({ problems: [expect.stringContaining(':core:test')] });
    expect(launchOf({ ...task, filter: ['*Fast*'], categories: ['x.Slow'] }, place).problems).toHaveLength(2);
    const platform = 'org.gradle.api.internal.tasks.testing.junitplatform.JUnitPlatformTestFramework';
    expect(launchOf({ ...task, framework: platform }, place)).toMatchObject({ launch: { junit: 'platform' } });
  });
});
