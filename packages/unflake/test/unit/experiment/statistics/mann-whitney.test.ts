import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mannWhitney } from '../../../../src/experiment/statistics/mann-whitney.ts';

test('three values above ten others are the rarest arrangement: 2 of 286', () => {
  const passes = Array.from({ length: 10 }, (_, i) => i);
  expect(mannWhitney([20, 30, 40], passes)).toEqual({ u: 30, p: expect.closeTo(2 / 286, 10) });
});

test('the exact p is what counting every arrangement gives, ties included', () => {
  const values = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(values, values, (first, second) => {
      expect(mannWhitney(first, second).p).toBeCloseTo(byCounting(first, second), 9);
    }),
    { seed: 20265 },
  );
});

test('samples that are all the same say nothing', () => {
  expect(mannWhitney([5, 5, 5], [5, 5, 5, 5]).p).toBe(1);
  expect(mannWhitney(new Array(80).fill(5), new Array(80).fill(5)).p).toBe(1);
});

test('the approximation for large samples agrees with the exact value at the seam', () => {
  const sample = (n: number, shift: number) => Array.from({ length: n }, (_, i) => ((i * 37) % 101) + shift);
  const exact = mannWhitney(sample(50, 12), sample(50, 0)).p;
  const large = mannWhitney(sample(51, 12), sample(50, 0)).p;
  expect(large / exact).toBeGreaterThan(0.6);
  expect(large / exact).toBeLessThan(1.6);
});

test('an empty sample is refused', () => {
  expect(() => mannWhitney([], [1])).toThrow('a value in each sample');
});

function byCounting(first: readonly number[], second: readonly number[]): number {
  const all = [...first, ...second];
  const u = (chosen: readonly number[], rest: readonly number[]) =>
    chosen.reduce((sum, a) => sum + rest.reduce((s, b) => s + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0);
  const middle = (first.length * second.length) / 2;
  const distance = Math.abs(u(first, second) - middle);
  let far = 0;
  let total = 0;
  for (let mask = 0; mask < 1 << all.length; mask += 1) {
    const chosen = all.filter((_, i) => (mask >> i) & 1);
    if (chosen.length !== first.length) continue;
    total += 1;
    const rest = all.filter((_, i) => !((mask >> i) & 1));
    if (Math.abs(u(chosen, rest) - middle) >= distance - 1e-9) far += 1;
  }
  return far / total;
}
