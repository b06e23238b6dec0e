import { describe, expect, test } from 'vitest';
import { UnflakeError } from '../../../../src/contract/faults.ts';
import type { Project } from '../../../../src/contract/runner.ts';
import type { DetectedRunner } from '../../../../src/engine/subject/detect-runners.ts';
import { likeliest, openByTest } from '../../../../src/tools/lib/open-by-test.ts';
import type { OpenedSubject } from '../../../../src/tools/lib/opened-subject.ts';

const detected = (name: string, folder = '.'): DetectedRunner =>
  ({ adapter: { name }, detection: { folder, because: [], strength: 'likely' } }) as unknown as DetectedRunner;
const names = (found: readonly DetectedRunner[]) => found.map(({ adapter }) => adapter.name);

describe('which runner is asked first', () => {
  const project: Project = { root: '/p', files: ['web/shop.test.ts', 'py/test_shop.py'], text: () => undefined };
  const all = [detected('pytest', 'py'), detected('go-test'), detected('vitest', 'web')];

  test.each([
    ['shop.test.ts > adds', ['vitest', 'pytest', 'go-test']],
    ['test_shop.py::test_adds', ['pytest', 'go-test', 'vitest']],
    ['FAIL shop.test.ts > adds', ['vitest', 'pytest', 'go-test']],
    ['./test_shop.py:12', ['pytest', 'go-test', 'vitest']],
    ['adds', ['pytest', 'go-test', 'vitest']],
    ['.::TestAdds', ['pytest', 'go-test', 'vitest']],
  ])('for %s: %j', (id, order) => {
    expect(names(likeliest(id, all, project))).toEqual(order);
  });
});

describe('the runner that has the test', () => {
  const suites: Readonly<Record<string, readonly string[] | null>> = {
    a: ['x::one', 'x::two'],
    b: ['y::one', 'y::three'],
    absent: null,
  };

  async function opened(id: string, candidates = ['absent', 'a', 'b']) {
    const open = new Set<string>();
    const found = await openByTest(
      id,
      '/p',
      candidates.map((name) => detected(name)),
      async ({ adapter: { name } }) => {
        const suite = suites[name];
        if (suite == null) throw new UnflakeError('RUNNER_NOT_INSTALLED', `${name} is not installed`);
        open.add(name);
        const workspace = { close: async () => void open.delete(name) };
        const adapter = { name, names: { startsWith: 'file', printed: [] } };
        return { subject: { adapter, suite, root: '/p', folder: '/p' }, workspace } as unknown as OpenedSubject;
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
    expect(await opened('one')).toEqual({ runner: null, open: [] });
    expect(await opened('four')).toEqual({ runner: null, open: [] });
  });

  test('a listing that used up the time is said, and no other runner is asked', async () => {
    const tried: string[] = [];
    const failing = openByTest('y::one', '/p', [detected('a'), detected('b')], async ({ adapter: { name } }) => {
      tried.push(name);
      throw new UnflakeError('SUITE_DOES_NOT_COLLECT', `${name} did not list its tests in time`, { limitMs: 1000 });
    });
    await expect(failing).rejects.toThrow('a did not list its tests in time');
    expect(tried).toEqual(['a']);
  });

  test('errors that are not faults come through', async () => {
    const failing = openByTest('x', '/p', [detected('a')], async () => {
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
  });
});
