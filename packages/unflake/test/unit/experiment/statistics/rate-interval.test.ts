import { expect, test } from 'vitest';
import { clopperPearson } from '../../../../src/experiment/statistics/rate-interval.ts';
import { binomial } from './binomial.ts';

test('Clopper–Pearson covers every rate at least as often as it says', () => {
  for (const runs of [1, 5, 10, 30]) {
    for (const rate of [0.01, 0.05, 0.2, 0.5, 0.77, 0.99]) expect(coverage(runs, rate)).toBeGreaterThanOrEqual(0.95);
  }
});

test('without a failure the interval begins at 0, without a pass it ends at 1', () => {
  expect(clopperPearson({ failures: 0, runs: 10 })).toMatchObject({ low: 0 });
  expect(clopperPearson({ failures: 10, runs: 10 })).toMatchObject({ high: 1 });
  expect(clopperPearson({ failures: 0, runs: 10 }).high).toBeCloseTo(1 - 0.025 ** 0.1, 10);
});

test('no runs leave everything open', () => {
  expect(clopperPearson({ failures: 0, runs: 0 })).toEqual({ low: 0, high: 1, level: 0.95 });
});

function coverage(runs: number, rate: number): number {
  let covered = 0;
  for (let failures = 0; failures <= runs; failures += 1) {
    const { low, high } = clopperPearson({ failures, runs });
    if (low <= rate && rate <= high) covered += binomial(runs, failures, rate);
  }
  return covered;
}
