import fc from 'fast-check';
import { expect, test } from 'vitest';
import { twoArmBayesFactor } from '../../../../src/experiment/statistics/two-arm-bayes-factor.ts';
import { twoArmEValue } from '../../../../src/experiment/statistics/two-arm-e-value.ts';

const PAIRS = 40;

test.each([0.05, 0.3, 0.5, 0.9])(
  'with one common rate %s the e-value reaches 20 in fewer than 5 of 100 searches',
  (rate) => {
    expect(everReaches20((rates) => rates, rate, rate)).toBeLessThan(0.05);
  },
);

test('the promise also holds when the next arm is chosen by what was seen', () => {
  const chase: Schedule = ([a, b]) => (a.failures * (b.runs + 1) > b.failures * (a.runs + 1) ? [b, a] : [a, b]);
  expect(everReaches20(chase, 0.3, 0.3, 20)).toBeLessThan(0.05);
});

test('two different rates are distinguished almost surely', () => {
  expect(everReaches20((rates) => rates, 0, 0.4)).toBeGreaterThan(0.97);
});

test('neither number depends on which arm is named first', () => {
  const counts = fc.tuple(fc.nat(20), fc.nat(20)).map(([failures, passes]) => ({ failures, runs: failures + passes }));
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      expect(twoArmEValue(a, b)).toBeCloseTo(twoArmEValue(b, a), 8);
      expect(Math.log(twoArmBayesFactor(a, b))).toBeCloseTo(Math.log(twoArmBayesFactor(b, a)), 8);
      expect(twoArmEValue(a, b)).toBeLessThanOrEqual(twoArmBayesFactor(a, b) * (1 + 1e-9));
    }),
    { seed: 20264 },
  );
});

test('the Bayes factor favours one rate for equal arms and two rates for opposite ones', () => {
  expect(twoArmBayesFactor({ failures: 5, runs: 10 }, { failures: 5, runs: 10 })).toBeLessThan(1);
  expect(twoArmBayesFactor({ failures: 0, runs: 10 }, { failures: 10, runs: 10 })).toBeGreaterThan(100);
});

interface State {
  readonly failures: number;
  readonly runs: number;
}
/** Which arm runs next: the first of the returned pair. */
type Schedule = (arms: readonly [State, State]) => readonly [State, State];

/** Exact, over all sequences: arms take turns unless the schedule swaps them. */
function everReaches20(schedule: Schedule, rateA: number, rateB: number, pairs = PAIRS): number {
  let alive = new Map<string, { a: State; b: State; chance: number }>();
  alive.set('', { a: { failures: 0, runs: 0 }, b: { failures: 0, runs: 0 }, chance: 1 });
  let reached = 0;
  for (let run = 0; run < 2 * pairs; run += 1) {
    const next = new Map<string, { a: State; b: State; chance: number }>();
    for (const { a, b, chance } of alive.values()) {
      const turn = schedule(run % 2 === 0 ? [a, b] : [b, a])[0];
      for (const fails of [0, 1]) {
        const moved = { failures: turn.failures + fails, runs: turn.runs + 1 };
        const rate = turn === a ? rateA : rateB;
        const [toA, toB] = turn === a ? [moved, b] : [a, moved];
        const p = chance * (fails === 1 ? rate : 1 - rate);
        if (p < 1e-9) continue;
        if (twoArmEValue(toA, toB) >= 20) reached += p;
        else add(next, toA, toB, p);
      }
    }
    alive = next;
  }
  return reached;
}

function add(states: Map<string, { a: State; b: State; chance: number }>, a: State, b: State, chance: number): void {
  const key = `${a.failures}/${a.runs} ${b.failures}/${b.runs}`;
  const known = states.get(key);
  if (known) known.chance += chance;
  else states.set(key, { a, b, chance });
}
