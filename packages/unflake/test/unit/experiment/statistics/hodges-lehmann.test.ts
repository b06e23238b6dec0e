import { random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hodgesLehmannRatio } from '../../../../src/experiment/statistics/hodges-lehmann.ts';
import { median } from '../../../../src/experiment/statistics/median.ts';

const durations = (minLength: number) =>
  fc.array(fc.double({ min: 0.1, max: 5000, noNaN: true }), { minLength, maxLength: 12 });

test('scaling one sample scales the ratio and its interval', () => {
  fc.assert(
    fc.property(durations(4), durations(4), fc.double({ min: 0.1, max: 10, noNaN: true }), (over, under, factor) => {
      const plain = hodgesLehmannRatio(over, under);
      const scaled = hodgesLehmannRatio(
        over.map((ms) => ms * factor),
        under,
      );
      expect(scaled.ratio / plain.ratio).toBeCloseTo(factor, 6);
      expect(scaled.interval!.low / plain.interval!.low).toBeCloseTo(factor, 6);
      expect(scaled.interval!.high / plain.interval!.high).toBeCloseTo(factor, 6);
    }),
    { seed: 20266 },
  );
});

test('the ratio lies in its interval, and turning the samples round inverts it', () => {
  fc.assert(
    fc.property(durations(4), durations(4), (over, under) => {
      const { ratio, interval } = hodgesLehmannRatio(over, under);
      expect(interval!.low).toBeLessThanOrEqual(ratio * (1 + 1e-9));
      expect(interval!.high).toBeGreaterThanOrEqual(ratio * (1 - 1e-9));
      expect(hodgesLehmannRatio(under, over).ratio).toBeCloseTo(1 / ratio, 6);
    }),
    { seed: 20267 },
  );
});

test('the interval holds the true ratio about 95 times in 100', () => {
  const rng = random('hodges-lehmann');
  const draw = (n: number, scale: number) => Array.from({ length: n }, () => scale * Math.exp(rng.normal(0, 0.3)));
  let held = 0;
  for (let world = 0; world < 600; world += 1) {
    const { interval } = hodgesLehmannRatio(draw(5, 200), draw(12, 100));
    if (interval!.low <= 2 && 2 <= interval!.high) held += 1;
  }
  expect(held / 600).toBeGreaterThan(0.93);
  expect(held / 600).toBeLessThan(0.985);
});

test('samples too small for the level give a ratio without an interval', () => {
  expect(hodgesLehmannRatio([200], [100])).toEqual({ ratio: expect.closeTo(2, 9), interval: null });
});

test('a duration of zero has no ratio', () => {
  expect(() => hodgesLehmannRatio([0], [1])).toThrow('positive');
});

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
  expect(() => median([])).toThrow('no median of nothing');
});
