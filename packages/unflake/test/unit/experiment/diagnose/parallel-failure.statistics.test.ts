/** Failures that occur only while other tests run in parallel with the target: proved quickly if true, and not if it only looks so. */
import type { Random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import type { Capabilities } from '../../../../src/contract/runner.ts';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { Trial } from '../../../../src/contract/trial.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { mistakes, power } from '../../../power.ts';
import { ALL_KNOBS, diagnosed, names, PYTEST_LIKE } from './diagnose-options.ts';

const suite = names(7);
const polluter = suite[1]!;
const target = suite[4]!;
const can: Capabilities = { ...PYTEST_LIKE, workers: true, parallel: true };
const FAILS: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'somebody else was here' };
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);

interface Where {
  readonly beside: boolean;
  readonly copied: boolean;
  readonly share: number;
  readonly before: readonly TestId[];
}

function diagnosedWhere(rate: (where: Where) => number, seed: number) {
  const behave = (before: readonly TestId[], { conditions }: Trial, rng: Random): Behaviour => {
    const beside = Number(conditions.workers ?? 1) > 1;
    const copied = Number(conditions.copies ?? 1) > 1;
    const share = Number(conditions.cpu ?? 1);
    return rng.boolean(rate({ beside, copied, share, before })) ? FAILS : { outcome: 'passed' };
  };
  return diagnosed({ behave }, suite, target, seed, { can, knobs: ALL_KNOBS });
}

describe('a failure that needs parallel tests', () => {
  test.each([1, 0.8])('is isolated as a collision where it comes at a rate of %d', (rate) => {
    const answers = SEEDS.map((seed) => diagnosedWhere(({ beside }) => (beside ? rate : 0), seed));
    const isolated = answers.filter(({ verdict }) => verdict === 'isolated');
    expect(power(isolated.length, SEEDS.length)).toBeGreaterThanOrEqual(38);
    expect(new Set(isolated.map(({ cause }) => cause?.kind))).toEqual(new Set(['parallel-collision']));
    expect(isolated[0]!.factor).toEqual({ knob: 'workers', failing: ['2'], passing: ['serial'] });
  });

  test('takes fewer than a hundred trials to show that it never fails without them', () => {
    const trials = SEEDS.map((seed) => diagnosedWhere(({ beside }) => (beside ? 0.9 : 0), seed).trials);
    expect(trials.sort((a, b) => a - b)[20]).toBeLessThanOrEqual(70);
  });

  test('is shown by copies of itself if its neighbours meet it only sometimes', () => {
    const answers = SEEDS.map((seed) =>
      diagnosedWhere(({ beside, copied }) => (copied ? 0.95 : beside ? 0.4 : 0), seed),
    );
    const isolated = answers.filter(({ verdict }) => verdict === 'isolated');
    expect(power(isolated.length, SEEDS.length)).toBeGreaterThanOrEqual(38);
    expect(new Set(isolated.map(({ cause }) => cause?.kind))).toEqual(new Set(['parallel-collision']));
    expect(
      power(isolated.filter(({ factor }) => factor?.knob === 'copies').length, isolated.length),
    ).toBeGreaterThanOrEqual(30);
  });

  test('is shown by its neighbours, quickly, if copies of itself cause another failure', () => {
    const other: Behaviour = { outcome: 'failed', fingerprint: 'other', message: 'myself was here' };
    const behave = (_: readonly TestId[], { conditions }: Trial, rng: Random): Behaviour => {
      if (Number(conditions.copies ?? 1) > 1) return rng.boolean(0.8) ? other : { outcome: 'passed' };
      return Number(conditions.workers ?? 1) > 1 && rng.boolean(0.5) ? FAILS : { outcome: 'passed' };
    };
    const answers = SEEDS.map((seed) => diagnosed({ behave }, suite, target, seed, { can, knobs: ALL_KNOBS }));
    const isolated = answers.filter(({ verdict }) => verdict === 'isolated');
    expect(power(isolated.length, SEEDS.length)).toBeGreaterThanOrEqual(34);
    expect(new Set(isolated.map(({ factor }) => factor?.knob))).toEqual(new Set(['workers']));
    expect(answers.map(({ trials }) => trials).sort((a, b) => a - b)[20]).toBeLessThanOrEqual(120);
  });

  test('is not seen in a test that fails after another test, in parallel or not', () => {
    const answers = SEEDS.map((seed) => diagnosedWhere(({ before }) => (before.includes(polluter) ? 0.5 : 0), seed));
    expect(mistakes(answers.filter(({ cause }) => cause?.kind === 'parallel-collision').length, answers.length)).toBe(
      0,
    );
    expect(power(answers.filter(({ verdict }) => verdict === 'isolated').length, SEEDS.length)).toBeGreaterThanOrEqual(
      36,
    );
  });

  test.each([0.25, 0.1])('is not seen where %d of a processor brings it as well', (enough) => {
    const answers = SEEDS.map((seed) =>
      diagnosedWhere(({ beside, share }) => (beside || share <= enough ? 0.9 : 0.01), seed),
    );
    expect(mistakes(answers.filter(({ cause }) => cause?.kind === 'parallel-collision').length, answers.length)).toBe(
      0,
    );
    expect(power(answers.filter(({ verdict }) => verdict === 'isolated').length, SEEDS.length)).toBeGreaterThanOrEqual(
      36,
    );
  });

  test('is not seen in chance failures', () => {
    for (const rate of [0.1, 0.3, 0.6]) {
      const verdicts = SEEDS.slice(0, 24).map((seed) => diagnosedWhere(() => rate, seed).verdict);
      expect(mistakes(verdicts.filter((verdict) => verdict === 'isolated').length, verdicts.length)).toBe(0);
    }
  });
});
