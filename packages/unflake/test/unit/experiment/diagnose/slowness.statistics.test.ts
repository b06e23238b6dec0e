/**
 * A test that does not wait long enough on a machine that is never quite idle: it fails sometimes by itself, and nearly always when slowed.
 */
import type { Random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { Trial } from '../../../../src/contract/trial.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { mistakes, power } from '../../../power.ts';
import { ALL_KNOBS, diagnosed, names } from './diagnose-options.ts';

const suite = names(6);
const target = suite[3]!;
const PASSES: Behaviour = { outcome: 'passed' };
const fails = (fingerprint: string): Behaviour => ({ outcome: 'failed', fingerprint, message: 'no answer yet' });
const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);

interface Rates {
  readonly byItself: number;
  readonly slowed: number;
  /** Its message when it is slowed, if that is different. */
  readonly slowly?: string;
}

function diagnosedAll({ byItself, slowed, slowly = 'early' }: Rates) {
  const behave = (_: readonly TestId[], { conditions }: Trial, rng: Random): Behaviour => {
    const isSlow = Number(conditions.cpu ?? 1) <= 0.25;
    if (isSlow && rng.boolean(slowed)) return fails(slowly);
    return rng.boolean(byItself) ? fails('early') : PASSES;
  };
  return SEEDS.map((seed) => diagnosed({ behave }, suite, target, seed, { knobs: ALL_KNOBS }));
}

describe.each([0.1, 0.2])(
  'a failure that comes by itself at a rate of %f, and always when it is slowed',
  (byItself) => {
    const answers = diagnosedAll({ byItself, slowed: 1 });

    test('is isolated as a timing problem', () => {
      const isolated = answers.filter(({ verdict, cause }) => verdict === 'isolated' && cause!.family === 'timing');
      expect(power(isolated.length, SEEDS.length)).toBeGreaterThanOrEqual(19);
    });

    test('takes 115 trials on average at most, other orders among them', () => {
      expect(answers.reduce((sum, { trials }) => sum + trials, 0) / answers.length).toBeLessThanOrEqual(115);
    });

    test('is not said to pass under a setting after it was seen to fail there', () => {
      const staying = answers.filter(({ findings }) => findings.perturb?.proof?.unloaded);
      expect(staying.length).toBeGreaterThan(0);
      for (const { factor, summary } of staying) {
        expect(factor).toMatchObject({ knob: 'cpu', passing: [] });
        expect(summary).toMatch(/By itself it fails sometimes, [1-9]\d* of \d+ times/);
      }
    });
  },
);

test('what slowness only makes more frequent is not isolated', () => {
  const verdicts = [diagnosedAll({ byItself: 0.3, slowed: 0.4 }), diagnosedAll({ byItself: 0.5, slowed: 0.5 })].flat();
  expect(mistakes(verdicts.filter(({ verdict }) => verdict === 'isolated').length, verdicts.length)).toBe(0);
});

test('another failure than the one that occurs by itself is not taken for it', () => {
  const answers = diagnosedAll({ byItself: 0.3, slowed: 1, slowly: 'too late' });
  const seen = answers.filter(({ findings }) => (findings.confirm?.all.failures ?? 0) > 0);
  expect(seen.length).toBeGreaterThan(10);
  expect(mistakes(seen.filter(({ verdict }) => verdict === 'isolated').length, seen.length)).toBe(0);
});

test('a provoked failure is said to have passed by itself', () => {
  const [answer] = diagnosedAll({ byItself: 0, slowed: 1 });
  expect(answer).toMatchObject({
    verdict: 'isolated',
    factor: { knob: 'cpu', passing: expect.arrayContaining(['1']) },
  });
  expect(answer!.summary).toMatch(/Without changed conditions it passed (\d+) of \1 times/);
});
