import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '../../../src/contract/test-id.ts';
import { indexSuite, packSelection, selectionSize, unpackSelection } from '../../../src/store/selection.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'].map(testId);
const suite = indexSuite(names);

test('a whole suite is one range', () => {
  expect(packSelection(names, suite)).toBe('0-5');
  expect(packSelection([], suite)).toBe('');
});

test('orders, repetitions and tests that the suite does not list come back as they were', () => {
  const anything = fc.array(fc.oneof(fc.constantFrom(...names), fc.string().map(testId)), { maxLength: 30 });
  fc.assert(
    fc.property(anything, (tests) => {
      const packed = JSON.parse(JSON.stringify(packSelection(tests, suite)));
      expect(unpackSelection(packed, suite)).toEqual(tests);
      expect(selectionSize(packed)).toBe(tests.length);
    }),
  );
});

test('a suite that lists a name twice gives the name back', () => {
  const twice = indexSuite([...names, testId('a'), testId('b')]);
  const tests = [...names, testId('a'), testId('b')];
  expect(unpackSelection(packSelection(tests, twice), twice)).toEqual(tests);
});
