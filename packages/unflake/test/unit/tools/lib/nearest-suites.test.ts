import { expect, test } from 'vitest';
import { nearestSuites } from '../../../../src/tools/lib/nearest-suites.ts';

const suites = ['.', 'packages/cart', 'packages/cart/web', 'packages/shop'].map((folder) => ({
  detection: { folder },
}));
const nested = suites.slice(1);
const near = (paths: readonly string[] | undefined, all = nested, cwd = '/project') =>
  nearestSuites(all, paths, { root: '/project', cwd }).map(({ detection }) => detection.folder);

test('a file belongs to the package around it, the deepest', () => {
  expect(near(['packages/cart/test/a.test.js'])).toEqual(['packages/cart']);
  expect(near(['packages/cart/web/a.test.js'])).toEqual(['packages/cart/web']);
  expect(near(['../cart/web/a.test.js'], nested, '/project/packages/shop')).toEqual(['packages/cart/web']);
});

test('a folder above packages means all of them, and a package itself only its own', () => {
  expect(near(['packages'])).toEqual(['packages/cart', 'packages/cart/web', 'packages/shop']);
  expect(near(['packages/shop'])).toEqual(['packages/shop']);
});

test('files of several packages mean several, and what no package has means all', () => {
  expect(near(['packages/cart/a.js', 'packages/shop/a.js'])).toEqual(['packages/cart', 'packages/shop']);
  expect(near(['README.md'])).toEqual(['packages/cart', 'packages/cart/web', 'packages/shop']);
  expect(near(['README.md'], suites)).toEqual(['.']);
});

test('without a path all may be meant, and where nothing is to run the first will do', () => {
  expect(near(undefined)).toEqual(['packages/cart', 'packages/cart/web', 'packages/shop']);
  expect(near([])).toEqual(['packages/cart']);
});
