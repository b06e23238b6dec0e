/** What is refused an archive of classes before Java is asked, and the jar that stands in front of the class path. */
import { execFileSync } from 'node:child_process';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, probe } from './junit-probe.ts';

const { archiveFor, keepNewest } = await probe<{
  archiveFor: (one: object, where: object) => { readonly problem?: string };
  keepNewest: (cache: string) => void;
}>('junit/archive.mjs');
const { jarOf, manifestOf } = await probe<{
  jarOf: (files: readonly { readonly name: string; readonly bytes: Buffer }[]) => Buffer;
  manifestOf: (headers: Readonly<Record<string, string>>) => Buffer;
}>('junit/jar.mjs');

describe('an archive of classes is not made', () => {
  const problem = (flags: readonly string[], env = {}) =>
    archiveFor({ flags, env, classPath: [] }, { target: 'x.A::a', cache: '/nowhere', stream: '/nowhere' }).problem;

  test.each([
    [['-javaagent:/jacoco.jar=destfile=x'], /^an agent/],
    [['-ea', '-agentlib:jdwp=transport=dt_socket'], /^an agent/],
    [['--module-path', '/a:/b'], /^the tests are a Java module/],
    [['--patch-module=x=/classes'], /^the tests are a Java module/],
    [['-Xbootclasspath/a:/x.jar'], /^a flag of the project/],
    [['-Xshare:off'], /^the project has its own flags/],
    [['-XX:SharedArchiveFile=/own.jsa'], /^the project has its own flags/],
    [['-XX:+AutoCreateSharedArchive'], /^the project has its own flags/],
  ])('with %j', (flags, words) => {
    expect(problem(flags)).toMatch(words);
  });

  test('with an agent in a variable that Java reads', () => {
    expect(problem([], { JAVA_TOOL_OPTIONS: '-Dx=1 -javaagent:/a.jar' })).toMatch(/^an agent/);
  });
});

test('the four newest archives of a project are kept, with what its trials read of the others', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const files = names.flatMap((name) => [`archive-${name}/classes.jsa`, `archive-${name}/tests.jar`]);
  await inFolder(Object.fromEntries(files.map((path) => [path, 'x'])), async (folder) => {
    for (const [at, name] of names.entries()) await utimes(join(folder, `archive-${name}`, 'classes.jsa'), at, at);
    keepNewest(folder);
    const left = async (name: string) => (await readdir(join(folder, `archive-${name}`))).sort();
    expect(await left('b')).toEqual(['tests.jar']);
    expect(await left('c')).toEqual(['classes.jsa', 'tests.jar']);
    expect((await Promise.all(names.map(left))).flat()).toHaveLength(4 + names.length);
  });
});

describe('a jar', () => {
  test('is read by others, and one of equal length has equal length', async () => {
    const jar = (name: string) =>
      jarOf([
        { name: 'META-INF/MANIFEST.MF', bytes: manifestOf({ [name]: '/ä/'.repeat(100) }) },
        { name: 'x/A.class', bytes: Buffer.from('content') },
      ]);
    expect(jar('Class-Path').length).toBe(jar('Trial-Path').length);
    await inFolder({}, async (folder) => {
      await writeFile(join(folder, 'a.jar'), jar('Class-Path'));
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist(), z.read("x/A.class"))';
      const said = execFileSync('python3', ['-c', script, join(folder, 'a.jar')], { encoding: 'utf8' });
      expect(said.trim()).toBe("None ['META-INF/MANIFEST.MF', 'x/A.class'] b'content'");
    });
  });

  test('has a manifest whose lines are short enough and join to the value', () => {
    const value = Array.from({ length: 40 }, (_, at) => `file:/some/where/library-${at}.jar`).join(' ');
    const text = manifestOf({ 'Class-Path': value }).toString();
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(72);
    expect(text.replaceAll('\r\n ', '')).toBe(`Manifest-Version: 1.0\r\nClass-Path: ${value}\r\n\r\n`);
  });
});
