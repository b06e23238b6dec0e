import { expect, test } from 'vitest';
import { bandOf, isOften } from '../../../../src/experiment/confirm/band.ts';

test("ten runs are named after the seed's table", () => {
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

test('no runs are no failures', () => {
  expect(bandOf({ failures: 0, runs: 0 })).toBe('never');
});

test('often is twice at least, and in a third of the runs', () => {
  const often = (failures: number, runs: number) => isOften({ failures, runs });
  expect([often(0, 0), often(1, 1), often(1, 2), often(2, 7)]).toEqual([false, false, false, false]);
  expect([often(2, 2), often(2, 6), often(3, 9)]).toEqual([true, true, true]);
});
