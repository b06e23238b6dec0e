import { describe, expect, test } from 'vitest';
import { UnflakeError } from '../../../../src/contract/faults.ts';
import type { Project } from '../../../../src/contract/runner.ts';
import type { DetectedRunner } from '../../../../src/engine/subject/detect-runners.ts';
import { likeliest, openByTest } from '../../../../src/tools/lib/open-by-test.ts';
import type { OpenedSubject } from '../../../../src/tools/lib/opened-subject.ts';

const detected = (name: string, folder = '.'): DetectedRunner =>
  ({
    adapter: { name, names: { startsWith: 'file', printed: [] } },
    detection: { folder, because: [], strength: 'likely' },
  }) as unknown as DetectedRunner;
const names = (found: readonly DetectedRunner[]) => found.map(({ adapter }) => adapter.name);

describe('which suites are asked first', () => {
  const files = ['web/shop.test.ts', 'py/test_shop.py', 'web/test/x.test.ts', 'lib/test/x.test.ts'];
  const manifests: Readonly<Record<string, string>> = {
    'web/package.json': '{ "name": "@acme/shop" }',
    'lib/project.json': '{\n  "name": "cart"\n}',
  };
  const project: Project = { root: '/p', files, text: (file) => manifests[file] };
  const all = [detected('pytest', 'py'), detected('go-test'), detected('vitest', 'web'), detected('jest', 'lib')];
  const groups = (text: string, cwd = '/p') => likeliest(text, all, project, cwd).map(names);
  const rest = ['pytest', 'go-test'];

  test.each([
    ['shop.test.ts > adds', [['vitest'], ['pytest', 'go-test', 'jest']]],
    ['test_shop.py::test_adds', [['pytest'], ['go-test', 'vitest', 'jest']]],
    ['FAIL shop.test.ts > adds', [['vitest'], ['pytest', 'go-test', 'jest']]],
    ['./test_shop.py:12', [['pytest'], ['go-test', 'vitest', 'jest']]],
    ['adds', [['pytest', 'go-test', 'vitest', 'jest']]],
    ['.::TestAdds', [['pytest', 'go-test', 'vitest', 'jest']]],
    ['test/x.test.ts > adds', [['vitest', 'jest'], rest]],
  ])('those with a named file in their folder: %s', (text, order) => {
    expect(groups(text)).toEqual(order);
  });

  test.each(['lib/test/x.test.ts > adds', './lib/test/x.test.ts:3', '(/home/runner/work/p/p/lib/test/x.test.ts:3:1)'])(
    'those around a file that is named by its whole path: %s',
    (text) => expect(groups(text)[0]).toEqual(['go-test', 'jest']),
  );

  test('those around a file that is named from the current folder', () => {
    expect(groups('test/x.test.ts > adds', '/p/lib')[0]).toEqual(['go-test', 'jest']);
  });

  test.each([
    ['cart:test: FAIL test/x.test.ts > adds', 'jest'],
    ['> nx run cart:test\n\n FAIL test/x.test.ts\n\n> nx run @acme/shop:test\n\n PASS test/x.test.ts', 'jest'],
    ['> @acme/shop:test\n\n FAIL test/x.test.ts', 'vitest'],
    ['@acme/shop: × adds', 'vitest'],
    ['web test:  FAIL  test/x.test.ts > adds', 'vitest'],
    ['[@acme/shop]:   ● adds', 'vitest'],
    ['> @acme/shop@1.0.0 test\n> vitest run\n\n FAIL  test/x.test.ts > adds', 'vitest'],
  ])('those of a package that CI names: %j', (text, runner) => {
    expect(groups(text)[0]).toEqual([runner]);
  });
});

describe('the runner that has the test', () => {
  const suites: Readonly<Record<string, readonly string[] | null>> = {
    a: ['x::one', 'x::two'],
    b: ['y::one', 'y::three'],
    absent: null,
    left: ['test/x.js > adds', 'test/x.js > adds eggs'],
    right: ['test/x.js > adds', 'test/x.js > takes', 'test/x.js > takes\\#2'],
  };
  const folders: Readonly<Record<string, string>> = { left: 'packages/left', right: 'packages/right' };

  async function opened(id: string, candidates = ['absent', 'a', 'b']) {
    const open = new Set<string>();
    const found = await openByTest(
      id,
      '/p',
      [candidates.map((name) => detected(name, folders[name]))],
      async ({ adapter: { name } }) => {
        const suite = suites[name];
        if (suite == null) throw new UnflakeError('RUNNER_NOT_INSTALLED', `${name} is not installed`);
        open.add(name);
        const workspace = { close: async () => void open.delete(name) };
        const { adapter } = detected(name);
        const folder = name in folders ? `/p/${folders[name]}` : '/p';
        return { subject: { adapter, suite, root: '/p', folder }, workspace } as unknown as OpenedSubject;
      },
    );
    return { runner: found?.subject.adapter.name ?? null, open: [...open] };
  }

  test('is taken by the exact id, and the others are closed', async () => {
    expect(await opened('y::one')).toEqual({ runner: 'b', open: ['b'] });
    expect(await opened('x::two')).toEqual({ runner: 'a', open: ['a'] });
  });

  test('is taken by a part of an id that no other runner has', async () => {
    expect(await opened('three')).toEqual({ runner: 'b', open: ['b'] });
  });

  test('is not guessed if several or none have it', async () => {
    await expect(opened('one')).rejects.toMatchObject({ code: 'SEVERAL_RUNNERS' });
    await expect(opened('four')).rejects.toMatchObject({ code: 'UNKNOWN_TEST', details: { matches: 0 } });
    expect(await opened('one', ['absent'])).toEqual({ runner: null, open: [] });
  });

  test('of two packages is named by the path from the root', async () => {
    const both = ['left', 'right'];
    const near = ['packages/left/test/x.js > adds', 'packages/right/test/x.js > adds'];
    for (const text of ['adds', 'test/x.js > adds'])
      await expect(opened(text, both)).rejects.toMatchObject({ code: 'UNKNOWN_TEST', details: { near, matches: 2 } });
    expect(await opened('takes', both)).toEqual({ runner: 'right', open: ['right'] });
    expect(await opened('packages/right/test/x.js > takes', both)).toEqual({ runner: 'right', open: ['right'] });
    await expect(opened('takez', both)).rejects.toThrow('similar: `packages/right/test/x.js > takes`');
  });

  test('a listing that used up the time is said, and no other runner is asked', async () => {
    const tried: string[] = [];
    const failing = openByTest('y::one', '/p', [[detected('a'), detected('b')]], async ({ adapter: { name } }) => {
      tried.push(name);
      throw new UnflakeError('SUITE_DOES_NOT_COLLECT', `${name} did not list its tests in time`, { limitMs: 1000 });
    });
    await expect(failing).rejects.toThrow('a did not list its tests in time');
    expect(tried).toEqual(['a']);
  });

  test('errors that are not faults come through', async () => {
    const failing = openByTest('x', '/p', [[detected('a')]], async () => {
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
  });
});
