import { describe, expect, test } from 'vitest';
import { allPassAtShare, passesToExclude } from '../../../../src/experiment/statistics/fix-excluded.ts';
import { allPassAnyway } from '../../../../src/experiment/statistics/fix-predictive.ts';

describe('the passes that exclude a share of the old rate', () => {
  test('agree with the closed form where nothing has changed', () => {
    for (const before of [
      { failures: 3, runs: 3 },
      { failures: 1, runs: 10 },
      { failures: 40, runs: 90 },
    ]) {
      for (const passes of [1, 10, 100]) {
        expect(allPassAtShare(before, 1, passes)).toBeCloseTo(allPassAnyway(before, passes), 10);
      }
    }
  });

  test('are about ln(1/error) over the lowered rate, when the old rate is well known', () => {
    // 0.1 × 1: ln(0.0001) / ln(0.9) = 87.4
    expect(passesToExclude({ failures: 1_000, runs: 1_000 }, 0.1, 1e-4)).toBe(88);
    // 0.1 × 0.5: ln(0.0001) / ln(0.95) = 179.6, and a little for what is not known of the rate.
    expect(passesToExclude({ failures: 5_000, runs: 10_000 }, 0.1, 1e-4)).toBe(180);
  });

  test('are more where the old rate is less known', () => {
    const needed = [3, 10, 40].map((runs) => passesToExclude({ failures: runs, runs }, 0.1, 1e-4));
    expect(needed).toEqual([201, 96, 89]);
  });
});
