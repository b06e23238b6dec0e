import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logPredictionOdds } from '../../../../src/experiment/diagnose/order-prediction.ts';
import { fakeMake, fakeSuite } from '../../../fake-suite.ts';
import { names } from './diagnose-options.ts';

const suite = names(9);
const target = suite[8]!;
const culprit = suite[3]!;
const told = { target, culprits: [culprit], event: 'failure', conditions: {}, suspects: [], candidates: 8 } as const;
const makeTrial = fakeMake(target);

const ask = (world: Parameters<typeof fakeSuite>[0], befores: readonly (readonly number[])[], repeat = 1) =>
  fakeSuite(world).run(befores.map((before) => makeTrial([...before.map((at) => suite[at]!), target], { repeat })));

describe('the odds of a prediction', () => {
  test('grow with every trial that matches', () => {
    fc.assert(
      fc.property(fc.array(fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]), { minLength: 1, maxLength: 30 }), (befores) => {
        const results = ask({ target, polluters: [[culprit]] }, befores);
        const [all, less] = [logPredictionOdds(results, told), logPredictionOdds(results.slice(1), told)];
        // A test between the culprit and the target may have undone the pollution.
        if (befores[0]!.includes(3) && befores[0]!.at(-1) !== 3) expect(all).toBe(less);
        else expect(all).toBeGreaterThan(less);
      }),
    );
  });

  test('are zero after one trial that does not match, alone or after the culprits', () => {
    const results = ask({ target, polluters: [[culprit]] }, [[3], [], [3], []]);
    expect(logPredictionOdds(results, told)).toBeGreaterThan(Number.NEGATIVE_INFINITY);
    const [alone] = ask({ target, q: 1 }, [[]]);
    const [after] = ask({ target }, [[1, 3]]);
    expect(logPredictionOdds([...results, alone!], told)).toBe(Number.NEGATIVE_INFINITY);
    expect(logPredictionOdds([...results, after!], told)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('use the first of two runs in one process, and only trials under the same conditions', () => {
    const twice = ask({ target, q: 1 }, [[]], 2);
    expect(logPredictionOdds(twice, told)).toBe(Number.NEGATIVE_INFINITY);
    const [slowed] = fakeSuite({ target, q: 1 }).run([makeTrial([target], { conditions: { cpu: '0.5' } })]);
    const results = ask({ target, polluters: [[culprit]] }, [[3], []]);
    expect(logPredictionOdds([...results, slowed!], told)).toBe(logPredictionOdds(results, told));
  });

  test('let another suspect match as well, and are lower with more suspects', () => {
    const results = ask({ target, polluters: [[culprit], [suite[5]!]] }, [[3], [5], []]);
    expect(logPredictionOdds(results, told)).toBe(Number.NEGATIVE_INFINITY);
    const two = logPredictionOdds(results, { ...told, suspects: [culprit, suite[5]!] });
    expect(two).toBeGreaterThan(Number.NEGATIVE_INFINITY);
    expect(logPredictionOdds(results, { ...told, suspects: [culprit, suite[5]!, suite[6]!] })).toBeLessThan(two);
  });

  test('are lower with more possible suspects', () => {
    const results = ask({ target, polluters: [[culprit]] }, [[3], []]);
    expect(logPredictionOdds(results, { ...told, candidates: 800 })).toBeLessThan(
      logPredictionOdds(results, told) - Math.log(100),
    );
  });
});
