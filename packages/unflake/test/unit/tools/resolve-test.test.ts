import { expect, test } from 'vitest';
import { testId } from '../../../src/contract/test-id.ts';
import { resolveTest } from '../../../src/tools/resolve-test.ts';

const suite = ['test_cart.py::test_total', 'unit/test_cart.py::test_tax', 'test_cart.py::test_totals'].map(testId);

test('an id from the root of the repository finds its test where the runner starts in a folder below', () => {
  expect(resolveTest('tests/test_cart.py::test_total', suite)).toBe('test_cart.py::test_total');
  expect(resolveTest('test_cart.py::test_total', suite)).toBe('test_cart.py::test_total');
});

test('a part that several ids contain is refused, with those ids', () => {
  expect(() => resolveTest('test_tot', suite)).toThrow(/2 tests contain/);
});
