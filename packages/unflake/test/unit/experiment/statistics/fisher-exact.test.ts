import { expect, test } from 'vitest';
import { fisherExact, fisherExactGreater } from '../../../../src/experiment/statistics/fisher-exact.ts';

test('the tea-tasting table has its known probabilities', () => {
  const [a, b] = [
    { failures: 3, runs: 4 },
    { failures: 1, runs: 4 },
  ];
  expect(fisherExact(a, b)).toBeCloseTo(34 / 70, 10);
  expect(fisherExactGreater(a, b)).toBeCloseTo(17 / 70, 10);
});

test('equal arms give no evidence', () => {
  expect(fisherExact({ failures: 2, runs: 10 }, { failures: 2, runs: 10 })).toBeCloseTo(1, 10);
});

test('0 of 5 against 5 of 5 happens once in 252 tables on each side', () => {
  expect(fisherExact({ failures: 0, runs: 5 }, { failures: 5, runs: 5 })).toBeCloseTo(2 / 252, 10);
  expect(fisherExactGreater({ failures: 5, runs: 5 }, { failures: 0, runs: 5 })).toBeCloseTo(1 / 252, 10);
});

test('an empty arm gives no evidence', () => {
  expect(fisherExact({ failures: 0, runs: 0 }, { failures: 3, runs: 9 })).toBeCloseTo(1, 10);
});
