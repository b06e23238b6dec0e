import { expect, test } from 'vitest';
import { bandOf } from '../../../../src/experiment/confirm/band.ts';

test('ten runs are named after the table of the fixed protocol', () => {
  const words = Array.from({ length: 11 }, (_, failures) => bandOf({ failures, runs: 10 }));
  expect(words).toEqual([
    'never',
    ...new Array(3).fill('sometimes'),
    ...new Array(4).fill('often'),
    'mostly',
    'mostly',
    'always',
  ]);
});

test('one failure in twenty is rare', () => {
  expect(bandOf({ failures: 1, runs: 20 })).toBe('rare');
});

test('one pass in a thousand is not always', () => {
  expect(bandOf({ failures: 999, runs: 1000 })).toBe('mostly');
});

test('no runs are not failures', () => {
  expect(bandOf({ failures: 0, runs: 0 })).toBe('never');
});
