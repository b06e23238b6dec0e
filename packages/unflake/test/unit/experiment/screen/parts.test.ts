/** The parts of the screening: the hypotheses, the quadratic form, the rates, and what is on. */
import { random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allBut, vectorConditions, vectorLabel, vectorOf } from '../../../../src/experiment/screen/factor.ts';
import { hypothesesOf, isActive } from '../../../../src/experiment/screen/hypotheses.ts';
import { ScreenModel } from '../../../../src/experiment/screen/model.ts';
import { Quadratic } from '../../../../src/experiment/screen/quadratic.ts';
import { SCREEN_RATES, STEADY_RATES } from '../../../../src/experiment/screen/rates.ts';
import { factor, factorsUpTo } from './screening.ts';

describe('hypotheses', () => {
  // None, 16 single, 120 either, 120 both, 240 unless.
  test('of 16 factors are 497, and their priors sum to one', () => {
    const hypotheses = hypothesesOf(factorsUpTo(16));
    expect(hypotheses).toHaveLength(497);
    expect(hypotheses.reduce((sum, { logPrior }) => sum + Math.exp(logPrior), 0)).toBeCloseTo(1, 9);
  });

  test('never need two settings of one knob, nor a factor that is tried only alone, at once', () => {
    const factors = [
      factor(0, { setting: 'a' }),
      factor(0, { setting: 'b' }),
      factor(1),
      factor(2, { combinable: false }),
    ];
    const met = hypothesesOf(factors).filter(({ kind }) => kind === 'both' || kind === 'unless');
    expect(met.map(({ first, second }) => [first, second].sort())).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  test('weigh a factor by its weight', () => {
    const factors = [factor(0, { weight: 3 }), factor(1), factor(2, { weight: 0 })];
    const [heavy, light, ...rest] = hypothesesOf(factors).filter(({ kind }) => kind === 'single');
    expect(heavy!.logPrior - light!.logPrior).toBeCloseTo(Math.log(3), 9);
    expect(rest).toEqual([]);
  });
});

test('the quadratic form is the sum over the hypotheses that are active, whatever is on', () => {
  const hypotheses = hypothesesOf(factorsUpTo(6));
  const amounts = random(3);
  const form = new Quadratic(6);
  const parts = hypotheses.map((hypothesis) => ({
    hypothesis,
    always: amounts.float(),
    active: amounts.float() - 0.5,
  }));
  for (const { hypothesis, always, active } of parts) form.add(hypothesis, always, active);
  fc.assert(
    fc.property(fc.subarray([0, 1, 2, 3, 4, 5]), (on) => {
      const vector = vectorOf(6, ...on);
      const sum = parts.reduce((all, { hypothesis, always, active }) => {
        return all + always + (isActive(hypothesis, vector) ? active : 0);
      }, 0);
      expect(form.at(on)).toBeCloseTo(sum, 9);
    }),
    { seed: 4 },
  );
});

describe('rates', () => {
  const nothing = { failures: 0, runs: 0 };

  test.each([SCREEN_RATES, STEADY_RATES])('before any trial every weight is spent', ({ fit }) => {
    expect(fit(nothing, nothing).logEvidence).toBeCloseTo(0, 9);
    const one = (failures: number) => Math.exp(fit({ failures, runs: 1 }, nothing).logEvidence);
    expect(one(0) + one(1)).toBeCloseTo(1, 9);
  });

  test('a sure factor is expected to fail nearly always', () => {
    expect(STEADY_RATES.fit(nothing, nothing).p).toBeGreaterThan(SCREEN_RATES.fit(nothing, nothing).p);
  });

  test('very different counts support two rates, equal ones support one', () => {
    expect(SCREEN_RATES.logBayesFactor({ failures: 8, runs: 10 }, { failures: 0, runs: 10 })).toBeGreaterThan(
      Math.log(20),
    );
    expect(SCREEN_RATES.logBayesFactor({ failures: 3, runs: 10 }, { failures: 3, runs: 10 })).toBeLessThan(0);
    expect(SCREEN_RATES.logBayesFactor({ failures: 0, runs: 10 }, { failures: 8, runs: 10 })).toBeLessThan(0);
  });
});

test('an observation that is added and removed leaves no trace in the model', () => {
  const model = new ScreenModel(factorsUpTo(5), random(1));
  const before = model.belief();
  model.observe({ vector: vectorOf(5, 1, 3) }, 1, 1);
  expect(model.belief().posterior).not.toEqual(before.posterior);
  model.observe({ vector: vectorOf(5, 1, 3) }, -1, -1);
  expect(model.belief()).toEqual(before);
});

test('what is off is pinned, what is on is provoked or at its control, and a knob has one setting', () => {
  const factors = [factor(0, { setting: 'a' }), factor(0, { setting: 'b' }), factor(1, { pinned: null })];
  expect(vectorConditions(factors, vectorOf(3))).toEqual({ k0: 'off' });
  expect(vectorConditions(factors, vectorOf(3, 1, 2))).toEqual({ k0: 'b', k1: 'on' });
  expect(vectorConditions(factors, vectorOf(3, 1), 'control')).toEqual({ k0: 'control' });
  expect(vectorLabel(factors, allBut(factors, []))).toBe('k0 a + k1 on');
  expect(vectorLabel(factors, allBut(factors, [0, 1, 2]))).toBe('all off');
});
