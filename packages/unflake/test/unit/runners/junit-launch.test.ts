/** How the JVM of a trial is started, observed by a program that replaces Java. */
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { inFolder, probe, propertiesFile } from './junit-probe.ts';

const { parseProperties, listOf } = await propertiesFile();

describe('the JVM of a trial', async () => {
  const { launch } = await probe<{
    launch: (one: object, trial: object) => Promise<{ readonly code: number | null; readonly finished: boolean }>;
  }>('junit/launch.mjs');
  const script = '#!/bin/sh\nenv > "$0.env"\nprintf "%s\\n" "$@" > "$0.argv"\n';
  const java = async (folder: string, flags: readonly string[], classPath: readonly string[]) => {
    const path = join(folder, 'java');
    await chmod(path, 0o755);
    vi.stubEnv('UNFLAKE_CLOCK_SHIFT_MS', '5')
      .stubEnv('UNFLAKE_LIST', '1')
      .stubEnv('HOME', '/h')
      .stubEnv('TMPDIR', '/t');
    try {
      const one = {
        module: 'core/',
        junit: 'junit4',
        filters: {},
        parameters: {},
        system: {},
        outputs: [],
        probe: '/probe',
      };
      const classes = ['x.A', 'x.B', 'x.C'];
      const trial = { tests: ['core/x.C::a', 'core/x.A::b'], repeat: 2, stream: join(folder, 's'), turn: 0 };
      const ending = await launch(
        { ...one, classes, java: path, flags, classPath, cwd: folder, env: { SHOP: 'open' } },
        { ...trial, moved: (place: string) => place },
      );
      const text = (name: string) => readFile(join(folder, name), 'utf8');
      const words = (await text('java.argv')).trimEnd().split('\n');
      return { ...ending, words, env: await text('java.env'), asked: parseProperties(await text('s.0.properties')) };
    } finally {
      vi.unstubAllEnvs();
    }
  };

  test('gets what a condition sets, and nothing of ours', async () => {
    const { env, finished } = await inFolder({ java: script }, (folder) => java(folder, [], []));
    expect(env).toMatch(/^UNFLAKE_CLOCK_SHIFT_MS=5$/m);
    expect(env).toMatch(/^SHOP=open$/m);
    expect(env).not.toMatch(/^UNFLAKE_LIST=/m);
    // It ended, and did not report that all tests had run.
    expect(finished).toBe(false);
  });

  test("starts quickly with the trial's own folders, unless the project sets others", async () => {
    const start = async (flags: readonly string[]) =>
      (await inFolder({ java: script }, (folder) => java(folder, flags, ['/a.jar']))).words;
    expect((await start([])).slice(0, -2)).toEqual([
      ...['-XX:TieredStopAtLevel=1', '-Xshare:auto', '-XX:+UseSerialGC', '-Duser.home=/h', '-Djava.io.tmpdir=/t'],
      ...['-cp', '/a.jar:/probe'],
    ]);
    const own = ['-XX:+UseG1GC', '-Djava.io.tmpdir=/mine'];
    expect((await start(own)).slice(0, 5)).toEqual([
      ...['-XX:TieredStopAtLevel=1', '-Xshare:auto', '-Duser.home=/h', ...own],
    ]);
  });

  test('gets the tests in their order, and only their classes', async () => {
    const { asked } = await inFolder({ java: script }, (folder) => java(folder, [], []));
    expect(asked).toMatchObject({ repeat: '2', 'tests.0': 'core/x.C::a', 'tests.1': 'core/x.A::b' });
    expect(listOf(asked, 'classes.')).toEqual(['x.A', 'x.C']);
  });

  test('gets a class path from a file when it is too long for an argument', async () => {
    const jars = Array.from({ length: 4000 }, (_, at) => `/repository/some/where/deep/library-${at}.jar`);
    await inFolder({ java: script }, async (folder) => {
      const { words } = await java(folder, [], jars);
      const file = words.find((word) => word.startsWith('@'));
      expect(await readFile(file!.slice(1), 'utf8')).toBe(`-cp "${[...jars, '/probe'].join(':')}"\n`);
    });
  });
});
