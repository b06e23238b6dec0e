import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDeterministicRepo, type DeterministicRepoOptions } from '../../src/fixture-repo.ts';

const run = promisify(execFile);

// The git hash of the fixture below: computed by hand from its blobs, trees and the fixed author and date.
const FIXTURE_COMMIT = 'ebfa0674daee7bec289ce8e3a1b37b3ec6e1e4f1';

let project: string;
let from: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'unflake-fixture-repo-'));
  const fixture = join(project, 'tests/fixtures/min-repo');
  await mkdir(join(fixture, 'src'), { recursive: true });
  await mkdir(join(project, 'tests/parity'), { recursive: true });
  await writeFile(join(fixture, 'README.md'), 'FIXTURE_TOKEN\n');
  await writeFile(join(fixture, 'src/alpha.js'), 'export function alphaOne() {}\n');
  await writeFile(join(fixture, 'build.sh'), '#!/bin/sh\n');
  await chmod(join(fixture, 'build.sh'), 0o755);
  from = pathToFileURL(join(project, 'tests/parity/search.test.js')).href;
});
afterEach(() => rm(project, { recursive: true, force: true }));

const create = (options: Partial<DeterministicRepoOptions> = {}) =>
  createDeterministicRepo({ from, fixtureName: 'min-repo', testId: 'search-basic', ...options });

describe('a deterministic repo', () => {
  test('is a copy at a stable path below the project, with an empty cache next to it', async () => {
    const repo = await create();
    expect(repo.workRoot).toBe(join(project, 'tests/.cache/min-repo/search-basic'));
    expect(repo.repoPath).toBe(join(repo.workRoot, 'repo'));
    expect(await readFile(join(repo.repoPath, 'src/alpha.js'), 'utf8')).toBe('export function alphaOne() {}\n');
    expect(await readdir(repo.cacheRoot)).toEqual([]);
    expect(repo.commit).toBeUndefined();
    await repo.cleanup();
    await expect(stat(repo.workRoot)).rejects.toThrow('ENOENT');
    expect((await readdir(join(project, 'tests/fixtures/min-repo'))).sort()).toEqual(['README.md', 'build.sh', 'src']);
  });

  test('starts fresh every time, whatever an earlier run left', async () => {
    const first = await create();
    await writeFile(join(first.repoPath, 'left-over'), '');
    await writeFile(join(first.cacheRoot, 'index'), '');
    const second = await create();
    expect((await readdir(second.repoPath)).sort()).toEqual(['README.md', 'build.sh', 'src']);
    expect(await readdir(second.cacheRoot)).toEqual([]);
  });

  test('is kept, before and after, when asked to', async () => {
    const first = await create({ keep: true });
    await writeFile(join(first.repoPath, 'evidence'), '');
    await first.cleanup();
    const second = await create({ keep: true });
    expect(await readdir(second.repoPath)).toContain('evidence');
  });

  test('is kept when KEEP_TEST_ARTIFACTS is 1', async () => {
    const before = process.env.KEEP_TEST_ARTIFACTS;
    process.env.KEEP_TEST_ARTIFACTS = '1';
    try {
      const repo = await create();
      await repo.cleanup();
      expect((await stat(repo.repoPath)).isDirectory()).toBe(true);
    } finally {
      if (before === undefined) delete process.env.KEEP_TEST_ARTIFACTS;
      else process.env.KEEP_TEST_ARTIFACTS = before;
    }
  });

  test('is removed at the end of an await using block', async () => {
    let workRoot: string;
    {
      await using repo = await create();
      workRoot = repo.workRoot;
    }
    await expect(stat(workRoot)).rejects.toThrow('ENOENT');
  });

  test('has one folder for each test id, even when two look alike as folders', async () => {
    const ids = ['finds a/b', 'finds a:b', 'finds-a-b', '..', '../../escape', 'x'.repeat(300)];
    const repos = await Promise.all(ids.map((testId) => create({ testId })));
    const roots = repos.map(({ workRoot }) => workRoot);
    expect(new Set(roots).size).toBe(ids.length);
    for (const root of roots) expect(root.startsWith(join(project, 'tests/.cache/min-repo') + sep)).toBe(true);
    expect(roots[2]).toBe(join(project, 'tests/.cache/min-repo/finds-a-b'));
  });

  test('gives subprocesses a home, a cache, a time zone and a locale of their own, and what the test adds', async () => {
    const repo = await create({ environment: ({ cacheRoot }) => ({ TOOL_CACHE: cacheRoot, TZ: 'Asia/Tokyo' }) });
    expect(repo.environment).toEqual({
      HOME: join(repo.workRoot, 'home'),
      XDG_CONFIG_HOME: join(repo.workRoot, 'home'),
      XDG_CACHE_HOME: repo.cacheRoot,
      LC_ALL: 'C',
      LANG: 'C',
      TZ: 'Asia/Tokyo',
      TOOL_CACHE: repo.cacheRoot,
    });
  });

  test('makes every file equally old', async () => {
    const repo = await create();
    const dates = [repo.repoPath, join(repo.repoPath, 'README.md'), join(repo.repoPath, 'src/alpha.js')];
    for (const path of dates) expect((await stat(path)).mtime.toISOString()).toBe('2000-01-01T00:00:00.000Z');
  });

  test('finds other folders for fixtures and copies', async () => {
    await mkdir(join(project, 'test/data/tiny'), { recursive: true });
    const repo = await create({ fixtureName: 'tiny', fixtures: 'test/data', work: 'build/tmp' });
    expect(repo.repoPath).toBe(join(project, 'build/tmp/tiny/search-basic/repo'));
  });
});

describe('with git', () => {
  test('has one commit whose hash is the same on every machine', async () => {
    const repo = await create({ git: true });
    expect(repo.commit).toBe(FIXTURE_COMMIT);
    const { stdout } = await run('git', ['status', '--porcelain'], { cwd: repo.repoPath });
    expect(stdout).toBe('');
  });

  test('ignores the settings and hooks of the machine', async () => {
    const config = join(project, 'hostile-config');
    await writeFile(config, '[user]\n name = Somebody\n[core]\n autocrlf = true\n[commit]\n gpgSign = true\n');
    const before = { ...process.env };
    process.env.GIT_CONFIG_GLOBAL = config;
    process.env.GIT_AUTHOR_NAME = 'Somebody';
    process.env.GIT_DIR = join(project, 'elsewhere');
    try {
      const hostile = await create({ git: true });
      expect(hostile.commit).toBe(FIXTURE_COMMIT);
    } finally {
      for (const name of ['GIT_CONFIG_GLOBAL', 'GIT_AUTHOR_NAME', 'GIT_DIR']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  test('takes branch, message, author and date', async () => {
    const author = { name: 'Ada', email: 'ada@example.invalid' };
    const repo = await create({ git: { branch: 'trunk', message: 'first', author, date: '2001-02-03T04:05:06Z' } });
    const { stdout } = await run('git', ['log', '--format=%an <%ae> %at %ct %s %D'], { cwd: repo.repoPath });
    expect(stdout.trim()).toBe('Ada <ada@example.invalid> 981173106 981173106 first HEAD -> trunk');
  });

  test('can be made twice over a kept folder', async () => {
    const first = await create({ git: true, keep: true });
    const second = await create({ git: true, keep: true });
    expect(second.commit).toBe(first.commit);
  });

  test('refuses an invalid date', async () => {
    await expect(create({ git: { date: 'yesterday' } })).rejects.toThrow(
      'the date of a commit is a date, got "yesterday"',
    );
  });
});

describe('bad input', () => {
  test.each(['', '..', 'a/b', undefined])('%j is refused as the name of a fixture', async (fixtureName) => {
    await expect(create({ fixtureName: fixtureName as string })).rejects.toThrow(
      'fixtureName is the name of one folder',
    );
  });

  test.each(['', '  ', undefined])('%j is refused as a test id', async (testId) => {
    await expect(create({ testId: testId as string })).rejects.toThrow('a repository needs testId, got');
  });

  test.each(['/some/path', undefined])('%j is refused as the place of the test', async (place) => {
    await expect(create({ from: place as string })).rejects.toThrow('from is the import.meta.url of the test');
  });

  test('a fixture that does not exist is named, with the folders that were searched', async () => {
    await expect(create({ fixtureName: 'missing' })).rejects.toThrow(
      `no folder ${join('tests/fixtures/missing')} in ${join(project, 'tests/parity')} or above it`,
    );
  });
});
