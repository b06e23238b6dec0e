/** Amplify first: a rare failure is made frequent where some conditions do so, and nothing is claimed where none do. */
import { describe, expect, test } from 'vitest';
import { type AmplifyOptions, amplify } from '../../../../src/experiment/screen/amplify.ts';
import { drivePlan, fakeMake, fakeSuite } from '../../../fake-suite.ts';
import { FAIL, OTHERWISE, PASS, target } from './screening.ts';

const settings = ['0.5', '0.25', '0.1', 'busy', 'copies', 'serial'];
const ways = settings.map((load) => ({ name: load, conditions: { load }, cost: 1 }));

function solve(rates: Readonly<Record<string, number>>, changes: Partial<AmplifyOptions> = {}, seed = 1) {
  const make = fakeMake(target);
  const suite = fakeSuite({
    target,
    seed,
    behave: (_, { conditions }, rng) => {
      const rate = rates[conditions.load!] ?? 0.02;
      return rate < 0 ? OTHERWISE : rng.boolean(rate) ? FAIL : PASS;
    },
  });
  const options: AmplifyOptions = {
    target,
    plain: { failures: 1, runs: 50 },
    ways,
    make: (conditions) => make([target], { conditions }),
    fingerprints: ['fp'],
    jobs: 1,
    maxTrials: 100,
    ...changes,
  };
  return { suite, ...drivePlan(amplify(options), suite.run) };
}

test('the conditions that raise the rate are found, with their counts', () => {
  const { finding } = solve({ '0.1': 0.5 });
  expect(finding).toMatchObject({ kind: 'amplified', conditions: { load: '0.1' } });
  expect(finding.rate!.tally.failures).toBeGreaterThanOrEqual(3);
  expect(finding.rate!.interval.low).toBeGreaterThan(0.02);
});

// Three failures at a plain rate of 2 % take 150 trials on average.
test('it takes at most a quarter of the trials that three plain failures take, on average over places and seeds', () => {
  let trials = 0;
  let found = 0;
  for (const load of settings) {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { finding, results } = solve({ [load]: 0.45 }, {}, seed);
      trials += results.length;
      if (finding.conditions?.load === load) found += 1;
    }
  }
  expect(found).toBeGreaterThanOrEqual(28);
  expect(trials / 30).toBeLessThanOrEqual(37);
});

test.each([1, 2, 3, 4, 5])('where nothing lifts the rate none is claimed, for seed %i', (seed) => {
  expect(solve({}, {}, seed).finding).toMatchObject({ kind: 'not-found', conditions: null, rate: null });
});

test('a plain rate of more than a tenth needs nothing, and nothing is run', () => {
  const { finding, results } = solve({}, { plain: { failures: 4, runs: 30 } });
  expect(finding).toMatchObject({ kind: 'not-needed', conditions: null });
  expect(results).toEqual([]);
});

test('an expensive load is tried last', () => {
  const dear = ways.map((way) => (way.name === '0.5' ? { ...way, cost: 10 } : way));
  const { suite } = solve({ copies: 1 }, { ways: dear });
  expect(suite.ran.some(({ conditions }) => conditions.load === '0.5')).toBe(false);
});

describe('of two doses', () => {
  const weak = { name: '0.25', conditions: { load: '0.25' }, cost: 4, stronger: '0.1' };
  const strong = { name: '0.1', conditions: { load: '0.1' }, cost: 10 };
  const doses = { ways: [weak, strong] };

  test('the stronger is tried as soon as the weaker has caused the failure once, and used if it always does', () => {
    const { finding, suite } = solve({ '0.25': 0.4, '0.1': 1 }, doses);
    const ran = suite.ran.map(({ conditions }) => conditions.load);
    expect(ran.slice(-2)).toEqual(['0.1', '0.1']);
    expect(ran.slice(0, -2).every((load) => load === '0.25')).toBe(true);
    expect(finding).toMatchObject({ conditions: { load: '0.1' }, rate: { tally: { failures: 2, runs: 2 } } });
    expect(finding.ways[0]!.tally.failures).toBe(1);
  });

  test('the stronger is left as soon as it passes, and the weaker continues', () => {
    const { finding, suite } = solve({ '0.25': 0.6, '0.1': 0 }, doses);
    expect(suite.ran.filter(({ conditions }) => conditions.load === '0.1')).toHaveLength(1);
    expect(finding).toMatchObject({ kind: 'amplified', conditions: { load: '0.25' } });
  });

  test('the stronger is not used if it causes another failure', () => {
    const { suite } = solve({ '0.25': 0.6, '0.1': -1 }, doses);
    expect(suite.ran.filter(({ conditions }) => conditions.load === '0.1')).toHaveLength(1);
  });

  test('it takes few trials on average', () => {
    const counts = Array.from(
      { length: 40 },
      (_, seed) => solve({ '0.25': 0.4, '0.1': 1 }, doses, seed).results.length,
    );
    expect(counts.reduce((sum, count) => sum + count, 0) / 40).toBeLessThanOrEqual(7);
  });
});

test('a load that causes another failure is given up', () => {
  const { finding, suite } = solve({ '0.5': -1, '0.25': 1 });
  expect(finding).toMatchObject({ kind: 'amplified', conditions: { load: '0.25' } });
  expect(suite.ran.length).toBeLessThanOrEqual(10);
});

test('four in parallel spread over the loads', () => {
  const { steps } = solve({ copies: 0.5 }, { jobs: 4 });
  expect(new Set(steps[0]!.trials.map(({ conditions }) => conditions.load)).size).toBe(4);
});

test('out of trials it says so', () => {
  expect(solve({}, { maxTrials: 4 }).finding).toMatchObject({ kind: 'unresolved', stopped: 'trials' });
});

test('the same results give the same trials', () => {
  expect(solve({ busy: 0.4 }).results).toEqual(solve({ busy: 0.4 }).results);
});
