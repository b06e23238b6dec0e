/** Which files are the work of others, and which stand beside tests without being any. */
import { expect, test } from 'vitest';
import { isAmongTests, isForeign } from '../../../src/scan/file-role.ts';

test.each(['.yarn', 'vendor', 'third_party', 'googletest-1.16.0', 'app.min.js'])('%s is the work of others', (name) => {
  expect(isForeign(name)).toBe(true);
});

test.each([
  'benches/a.rs',
  'test/types/a.test-d.ts',
  'examples/shop/a.py',
  'docs/test_a.py',
  'test/fixtures/skip.bats',
])('%s stands beside tests and is none', (path) => {
  expect(isAmongTests(path)).toBe(true);
});

test.each(['tests/fixtures/shop.py', 'src/vendors.ts', 'test/benchmarked.js'])('%s is read as it is', (path) => {
  expect(isAmongTests(path) || path.split('/').some(isForeign)).toBe(false);
});
