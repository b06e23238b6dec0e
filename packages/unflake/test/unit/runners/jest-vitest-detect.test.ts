/** Where Jest and Vitest are found, and by which signs. */
import { describe, expect, test } from 'vitest';
import type { Project } from '../../../src/contract/runner.ts';
import { jest } from '../../../src/runners/jest.ts';
import { vitest } from '../../../src/runners/vitest.ts';

function project(files: Readonly<Record<string, string>>): Project {
  return { root: '/subject', files: Object.keys(files).sort(), text: (file) => files[file] };
}

const manifest = (fields: Readonly<Record<string, unknown>>) => JSON.stringify(fields);

describe('jest and vitest are found', () => {
  test('by a configuration file, before everything else', () => {
    const subject = project({
      'jest.config.ts': '',
      'package.json': manifest({ scripts: { test: 'jest --ci' }, devDependencies: { jest: '30' } }),
    });
    expect(jest.detect(subject)).toEqual({
      folder: '.',
      strength: 'configured',
      because: ['jest.config.ts', 'script "test": jest --ci', '"jest" in the dependencies of package.json'],
    });
    expect(vitest.detect(subject)).toBeNull();
  });

  test('by the key that configures jest inside package.json', () => {
    const subject = project({ 'package.json': manifest({ jest: { testEnvironment: 'node' } }) });
    expect(jest.detect(subject)).toMatchObject({ strength: 'configured', because: ['"jest" in package.json'] });
  });

  test('by a vite configuration, but only if it mentions tests', () => {
    expect(vitest.detect(project({ 'vite.config.ts': 'export default { test: { globals: true } }' }))).toMatchObject({
      strength: 'configured',
      because: ['vite.config.ts'],
    });
    expect(vitest.detect(project({ 'vite.config.ts': 'export default { build: {} }' }))).toBeNull();
  });

  test('in every package that has the strongest signs, unless the root has them', () => {
    const likely = manifest({ scripts: { test: 'jest' } });
    const packages = {
      'packages/a/package.json': likely,
      'packages/b/package.json': likely,
      'packages/a/inner/package.json': likely,
      'packages/c/package.json': manifest({ devDependencies: { jest: '30' } }),
      'examples/shop/package.json': likely,
    };
    const folders = (files: Readonly<Record<string, string>>) => {
      const found = jest.detect(project(files))!;
      return [found, ...(found.alsoIn ?? [])].map(({ folder }) => folder);
    };
    expect(folders({ 'package.json': manifest({}), ...packages })).toEqual(['packages/a', 'packages/b']);
    expect(folders({ 'package.json': likely, ...packages })).toEqual(['.']);
    expect(folders({ 'examples/shop/package.json': likely })).toEqual(['examples/shop']);
  });

  test('in every package that configures or starts them', () => {
    const subject = project({
      'package.json': manifest({ scripts: { test: 'lerna run test' }, devDependencies: { jest: '30' } }),
      'packages/a/jest.config.js': '',
      'packages/b/package.json': manifest({ scripts: { test: 'jest' } }),
      'packages/c/package.json': manifest({ devDependencies: { jest: '30' } }),
    });
    expect(jest.detect(subject)).toMatchObject({
      folder: 'packages/a',
      strength: 'configured',
      alsoIn: [{ folder: 'packages/b', strength: 'configured' }],
    });
  });

  describe('with a configuration at the root of several packages', () => {
    const found = (test: string, config: string, more: Readonly<Record<string, string>> = {}) =>
      vitest.detect(
        project({
          'package.json': manifest({ scripts: { test }, devDependencies: { vitest: '4' } }),
          'vitest.config.ts': config,
          'packages/a/package.json': manifest({ scripts: { test: 'vitest run' } }),
          ...more,
        }),
      )?.folder;

    test.each([
      'lerna run test --stream',
      'turbo run test',
      'turbo test',
      'nx run-many -t test',
      'nx affected --target=test',
      'npm test --workspaces',
      'npm run test -ws',
      'pnpm -r test',
      'pnpm --recursive run test',
      'yarn workspaces foreach -A run test',
    ])('in the packages if the root leaves the tests to them: %s', (script) => {
      expect(found(script, 'export default { test: { globals: true } }')).toBe('packages/a');
    });

    test('in the packages, too, if another script of the root tests its own scripts', () => {
      const scripts = { test: 'pnpm run test:ci', 'test:ci': 'pnpm -r test', 'test:scripts': 'vitest run scripts' };
      expect(found('', '', { 'package.json': manifest({ scripts }) })).toBe('packages/a');
    });

    test('at the root if it runs the projects of Jest, its script starts the runner, or no package has tests', () => {
      const nx = project({
        'package.json': manifest({ scripts: { test: 'nx run-many -t test' } }),
        'jest.config.ts': 'export default async () => ({ projects: await getJestProjectsAsync() });',
        'libs/a/jest.config.ts': '',
      });
      expect(jest.detect(nx)?.folder).toBe('.');
      expect(found('vitest run', 'export default {}')).toBe('.');
      expect(found('turbo build', 'export default {}')).toBe('.');
      expect(found('turbo run test', '', { 'packages/a/package.json': manifest({}) })).toBe('.');
    });
  });

  test('by the script that starts them, distinguished in one repository', () => {
    const subject = project({
      'package.json': manifest({
        scripts: { test: 'vitest run', old: 'cross-env A=1 node_modules/.bin/jest' },
        devDependencies: { jest: '29', vitest: '4' },
      }),
    });
    expect(jest.detect(subject)?.because[0]).toBe('script "old": cross-env A=1 node_modules/.bin/jest');
    expect(vitest.detect(subject)?.because[0]).toBe('script "test": vitest run');
  });

  test('not by programs with similar names', () => {
    const subject = project({
      'package.json': manifest({ scripts: { a: 'jest-html-report', b: 'vitest-tidy run', c: 'echo majestic' } }),
    });
    expect(jest.detect(subject)).toBeNull();
    expect(vitest.detect(subject)).toBeNull();
  });

  test('weakly, by a dependency alone', () => {
    const subject = project({ 'package.json': manifest({ devDependencies: { jest: '30' } }) });
    expect(jest.detect(subject)?.strength).toBe('possible');
  });

  test('in the nearest of several folders, and in a deeper one when its signs are stronger', () => {
    const packages = {
      'packages/b/package.json': manifest({ devDependencies: { vitest: '4' } }),
      'packages/a/package.json': manifest({ devDependencies: { vitest: '4' } }),
    };
    expect(vitest.detect(project(packages))?.folder).toBe('packages/a');
    expect(vitest.detect(project({ ...packages, 'packages/b/vitest.config.ts': '' }))?.folder).toBe('packages/b');
  });

  test('not at all in a manifest that cannot be read', () => {
    expect(jest.detect(project({ 'package.json': '{ "jest": ' }))).toBeNull();
  });
});
