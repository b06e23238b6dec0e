import { expect, test } from 'vitest';
import { didYouMean, nearMatches } from '../../../../src/tools/lib/near-match.ts';

const COMMANDS = ['diagnose', 'list', 'doctor', 'replay', 'report', 'cases', 'demo'];

test('a typo finds the command', () => {
  expect(nearMatches('diagnos', COMMANDS)).toEqual(['diagnose']);
  expect(nearMatches('lsit', COMMANDS)).toEqual(['list']);
  expect(nearMatches('REPORT', COMMANDS)).toEqual(['report']);
});

test('equally near words keep their order, and a word one edit away excludes the rest', () => {
  expect(nearMatches('repaat', COMMANDS)).toEqual(['replay', 'report']);
  expect(nearMatches('repoay', COMMANDS)).toEqual(['replay']);
});

test('nothing is suggested for a word that is too different', () => {
  expect(nearMatches('xylophone', COMMANDS)).toEqual([]);
  expect(didYouMean('xylophone', COMMANDS)).toBe('');
});

test('a typo in the last part of a long id finds it', () => {
  const ids = ['tests/test_cart.py::test_total', 'cart.test.js > cart > totals the basket'];
  expect(nearMatches('test_totla', ids)).toEqual([ids[0]]);
  expect(nearMatches('totals the baskte', ids)).toEqual([ids[1]]);
});

test('a part of a long id finds it', () => {
  const ids = ['tests/test_cart.py::test_total', 'tests/test_cart.py::test_empty'];
  expect(nearMatches('test_total', ids)).toEqual([ids[0]]);
  expect(didYouMean('test_total', ids)).toBe('; did you mean `tests/test_cart.py::test_total`?');
});
