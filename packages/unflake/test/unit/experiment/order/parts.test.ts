/** The parts of the order search compared with results by hand or by brute force. */
import { random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseBatch } from '../../../../src/experiment/order/choose-batch.ts';
import type { SubsetChoice } from '../../../../src/experiment/order/choose-subset.ts';
import { capacity, coinBits } from '../../../../src/experiment/order/information.ts';
import { rangesOf } from '../../../../src/experiment/order/order-log.ts';
import { ORDER_RATES } from '../../../../src/experiment/order/order-rates.ts';
import { SingleModel } from '../../../../src/experiment/order/single-model.ts';
import { logSequenceMarginal } from '../../../../src/experiment/statistics/beta-binomial.ts';

describe('bits', () => {
  test('a fair coin carries one bit, a certain one none', () => {
    expect(coinBits(0.5)).toBe(1);
    expect(coinBits(0)).toBe(0);
    expect(coinBits(1)).toBe(0);
  });

  test('the capacity is what the best mixture of culprit and no culprit carries', () => {
    for (const [p, q] of [
      [1, 0],
      [0.5, 0.02],
      [0.3, 0.02],
      [0.9, 0.3],
    ] as const) {
      const carried = (share: number) =>
        coinBits(share * p + (1 - share) * q) - share * coinBits(p) - (1 - share) * coinBits(q);
      const best = Math.max(...Array.from({ length: 999 }, (_, at) => carried((at + 1) / 1000)));
      expect(capacity(p, q)).toBeCloseTo(best, 5);
    }
  });
});

describe('rates', () => {
  const fitOrderRates = (failures: number, runs: number, otherFailures: number, otherRuns: number) =>
    ORDER_RATES.fit({ failures, runs }, { failures: otherFailures, runs: otherRuns });

  test('all sequences of a length have probabilities that sum to one', () => {
    const choose = [1, 4, 6, 4, 1];
    const total = choose.reduce(
      (sum, ways, events) =>
        sum + ways * Math.exp(logSequenceMarginal({ failures: events, runs: 4 }, { a: 0.5, b: 0.7 })),
      0,
    );
    expect(total).toBeCloseTo(1, 12);
  });

  test('the fit follows the counts, and always has the culprit rate above the background', () => {
    const fit = fitOrderRates(30, 100, 2, 100);
    expect(fit.p).toBeGreaterThan(0.2);
    expect(fit.p).toBeLessThan(0.4);
    expect(fit.q).toBeLessThan(0.05);
    const even = fitOrderRates(10, 100, 10, 100);
    expect(even.p).toBeGreaterThan(even.q);
  });

  test('counts that differ with the culprit support it, equal counts do not', () => {
    const together = (events: number, runs: number) => logSequenceMarginal({ failures: events, runs }, { a: 1, b: 1 });
    expect(fitOrderRates(9, 10, 0, 20).logEvidence).toBeGreaterThan(together(9, 30));
    expect(fitOrderRates(3, 10, 6, 20).logEvidence).toBeLessThan(together(9, 30));
  });
});

test('ranges name exactly the positions that were given', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (positions) => {
      const ascending = [...positions].sort((a, b) => a - b);
      const named = rangesOf(ascending)
        .split(',')
        .filter((range) => range !== '')
        .flatMap((range) => {
          const [from, to] = range.split('-').map(Number);
          return Array.from({ length: (to ?? from!) - from! + 1 }, (_, at) => from! + at);
        });
      expect(named).toEqual(ascending);
    }),
  );
  expect(rangesOf([0, 1, 2, 7])).toBe('0-2,7');
});

test('choosing a batch leaves the model unchanged, and its choices differ', () => {
  const costs = { candidate: new Float64Array(50).fill(1), trial: 20 };
  const model = new SingleModel(new Float64Array(50).fill(1), costs, random(1));
  model.observe({ subset: Array.from({ length: 50 }, (_, at) => at) }, 3, 5);
  model.observe({ subset: [] }, 0, 20);
  const before = structuredClone(model.belief());
  const batch = chooseBatch<SubsetChoice>(model, 4, random(2));
  expect(model.belief()).toEqual(before);
  expect(new Set(batch.map((choice) => JSON.stringify(choice))).size).toBe(4);
});
