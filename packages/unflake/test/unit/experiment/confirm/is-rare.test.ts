import { describe, expect, test } from 'vitest';
import { isRare, showsItOften } from '../../../../src/experiment/confirm/is-rare.ts';

const arms = (...counts: readonly (readonly [failures: number, runs: number])[]) =>
  counts.map(([failures, runs]) => ({ failures, runs }));

describe('an arm shows it often', () => {
  test.each([
    ['nothing has run', arms(), false],
    ['it failed in the only run', arms([1, 1]), false],
    ['twice in seven runs', arms([2, 7]), false],
    ['twice in six runs', arms([2, 6]), true],
    ['once, beside few passes of the other', arms([0, 6], [1, 1]), false],
    ['once, beside many passes of the other', arms([0, 12], [1, 1]), true],
    ['the same, but there are three arms', arms([0, 12], [1, 1], [0, 1]), false],
  ])('%s', (_, counts, often) => {
    expect(showsItOften(counts)).toBe(often);
  });
});

test('rare is up to a tenth of all runs and under a sixth of each arm, unless an arm shows it often', () => {
  expect(isRare(arms([0, 10], [1, 10]))).toBe(true);
  expect(isRare(arms([0, 0], [1, 11]))).toBe(true);
  expect(isRare(arms([1, 10], [1, 10]))).toBe(true);
  expect(isRare(arms([1, 9], [1, 10]))).toBe(false);
  expect(isRare(arms([0, 10], [0, 10]))).toBe(false);
  expect(isRare(arms([0, 10], [2, 10]))).toBe(false);
  expect(isRare(arms([0, 17], [1, 4]))).toBe(false);
  expect(isRare(arms([0, 30], [2, 2]))).toBe(false);
});
