import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stateOf, Xoshiro128 } from '../../src/random/xoshiro.ts';
import { random } from '../../src/random.ts';
import { holds } from '../properties.ts';
import { chiSquare, chiSquareLimit } from './chi-square.ts';

const seeds = fc.oneof(fc.integer(), fc.string({ minLength: 1 }));

describe('int', () => {
  test('stays within its bounds, whatever they are', () => {
    const safe = fc.maxSafeInteger();
    holds(
      fc.property(seeds, safe, safe, (seed, a, b) => {
        const [min, max] = a < b ? [a, b] : [b, a];
        fc.pre(max - min + 1 <= 2 ** 53);
        const value = random(seed).int(min, max);
        expect(Number.isSafeInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
      }),
    );
  });

  test.each([6, 10, 1000])('is uniform over %i values', (range) => {
    const rng = random('uniform');
    const counts = new Array<number>(range).fill(0);
    for (let drawn = 0; drawn < 200 * range; drawn += 1) {
      const value = rng.int(0, range - 1);
      counts[value] = counts[value]! + 1;
    }
    expect(chiSquare(counts)).toBeLessThan(chiSquareLimit(range));
  });

  test('draws what Lemire’s method gives for the same words, also where it rejects some', () => {
    // 2^32 leaves the largest remainder that a narrow range can have, so one word in 66,000 has to be rejected.
    const range = 65_175;
    const threshold = 2 ** 32 % range;
    expect(threshold).toBeGreaterThan(65_000);
    const words = new Xoshiro128(stateOf('lemire'));
    const rng = random('lemire');
    let rejected = 0;
    for (let drawn = 0; drawn < 400_000; drawn += 1) {
      let product = (words.next() >>> 0) * range;
      for (; product % 2 ** 32 < threshold; rejected += 1) product = (words.next() >>> 0) * range;
      if (rng.int(0, range - 1) !== Math.floor(product / 2 ** 32)) expect.unreachable(`draw ${drawn}`);
    }
    expect(rejected).toBeGreaterThan(0);
  });

  test('has no bias where a plain remainder would double the odds of the lower half', () => {
    const rng = random('wide');
    const range = 2 ** 32 * 0.75;
    let low = 0;
    for (let drawn = 0; drawn < 30_000; drawn += 1) if (rng.int(0, range - 1) < range / 3) low += 1;
    expect(low / 30_000).toBeCloseTo(1 / 3, 1);
  });

  test('refuses bounds that are crossed, fractional, infinite or too far apart', () => {
    const rng = random(1);
    const far = Number.MAX_SAFE_INTEGER;
    for (const [min, max] of [
      [2, 1],
      [0.5, 3],
      [0, Number.POSITIVE_INFINITY],
      [Number.NaN, 1],
      [-far, far],
    ]) {
      expect(() => rng.int(min!, max!)).toThrow(/int needs whole numbers min ≤ max at most 2\^53 apart/);
    }
  });
});
