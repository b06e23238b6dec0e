/** At which levels it fails: growing doses by halving, dates and zones one by one, certain or noisy. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LevelsOptions } from '../../../../src/experiment/screen/level-search.ts';
import { levels } from '../../../../src/experiment/screen/levels.ts';
import { drivePlan, fakeMake, fakeSuite } from '../../../fake-suite.ts';
import { FAIL, PASS, target } from './screening.ts';

const doses = ['1', '0.7', '0.5', '0.35', '0.25', '0.15', '0.1', '0.05'];

function solve(failsAt: (level: number) => number, changes: Partial<LevelsOptions> = {}, seed = 1) {
  const settings = changes.levels ?? doses;
  const make = fakeMake(target);
  const suite = fakeSuite({
    target,
    seed,
    behave: (_, { conditions }, rng) => (rng.boolean(failsAt(settings.indexOf(conditions.cpu!))) ? FAIL : PASS),
  });
  const options: LevelsOptions = {
    target,
    knob: 'cpu',
    levels: settings,
    shape: 'growing',
    rates: { on: 1, off: 0 },
    make: (level) => make([target], { conditions: { cpu: level } }),
    fingerprints: ['fp'],
    jobs: 1,
    maxTrials: 120,
    ...changes,
  };
  return { suite, ...drivePlan(levels(options), suite.run) };
}

describe('growing levels', () => {
  test('the level from which on it fails is found, wherever it is, by any number in parallel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 4 }), (start, jobs) => {
        const { finding } = solve((level) => (level >= start ? 1 : 0), { jobs });
        expect(finding.kind).toBe(start === 0 ? 'all' : start === 8 ? 'none' : 'from');
        expect(finding.failing).toEqual(doses.slice(start));
        expect(finding.passing).toEqual(doses.slice(0, start));
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  // Three trials halve eight levels; rates being unknown, both sides of the threshold are asked again.
  test('a certain threshold among eight takes at most nine trials', () => {
    for (let start = 1; start < 8; start += 1) {
      expect(solve((level) => (level >= start ? 1 : 0)).results.length).toBeLessThanOrEqual(9);
    }
  });

  test('a known level is not tried again', () => {
    const fails = (runs: number) => ({ failures: runs, runs, trials: [] });
    const known = doses.map((_, level) => (level >= 5 ? fails(4) : fails(0)));
    const { suite, finding } = solve((level) => (level >= 5 ? 1 : 0), { known });
    expect(finding.failing).toEqual(doses.slice(5));
    expect(suite.ran.every(({ conditions }) => doses.indexOf(conditions.cpu!) < 5)).toBe(true);
  });

  test('a noisy threshold is found nearly always, and otherwise is off by one', () => {
    let right = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const { finding } = solve((level) => (level >= 4 ? 0.7 : 0.03), { jobs: 2 }, seed);
      if (finding.failing[0] === doses[4]) right += 1;
    }
    expect(right).toBeGreaterThanOrEqual(17);
  });

  test('a dose that causes it half as often is hardly ever said to pass', () => {
    const copies = { levels: ['2', '4'], gradual: true, rates: { on: 0.9, off: 0.05 }, maxTrials: 20 };
    const known = [
      { failures: 0, runs: 0, trials: [] },
      { failures: 5, runs: 5, trials: [] },
    ];
    const found = Array.from({ length: 300 }, (_, seed) =>
      solve((level) => (level === 0 ? 0.45 : 0.9), { ...copies, known }, seed + 1),
    );
    expect(found.filter(({ finding }) => finding.passing.includes('2')).length).toBeLessThanOrEqual(15);
    const always = Array.from({ length: 20 }, (_, seed) =>
      solve((level) => (level === 0 ? 0 : 1), { ...copies, known }, seed + 1),
    );
    expect(always.every(({ finding }) => !finding.failing.includes('2'))).toBe(true);
  });

  test('passes at a stronger dose count for the weaker ones', () => {
    const passes = (runs: number) => ({ failures: 0, runs, trials: [] });
    const known = [passes(1), passes(1), passes(7), { failures: 7, runs: 7, trials: [] }];
    const some = { levels: ['1', '0.5', '0.25', '0.1'], gradual: true, known, maxTrials: 0 };
    expect(solve(() => 0, some).finding).toMatchObject({ failing: ['0.1'], passing: ['1', '0.5', '0.25'] });
    const fewer = { ...some, known: [passes(1), passes(1), passes(2), known[3]!] };
    expect(solve(() => 0, fewer).finding.passing).toEqual([]);
  });

  test('out of trials, levels far from the threshold are known and those near it are undecided', () => {
    const { finding } = solve((level) => (level >= 4 ? 1 : 0), { maxTrials: 3 });
    expect(finding).toMatchObject({ kind: 'unresolved', stopped: 'trials' });
    expect(finding.undecided.length).toBeGreaterThan(0);
  });
});

describe('levels without an order of strength', () => {
  const any = { shape: 'any', levels: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'] } as const;

  test('each certain level takes one trial, and failing neighbours form an interval', () => {
    const { finding, results } = solve((level) => (level === 2 || level === 3 ? 1 : 0), any);
    expect(finding).toMatchObject({ kind: 'some', failing: ['Mar', 'Apr'], interval: { from: 'Mar', to: 'Apr' } });
    expect(results).toHaveLength(6);
  });

  test('separate failing levels form no interval', () => {
    const { finding } = solve((level) => (level === 0 || level === 4 ? 1 : 0), any);
    expect(finding).toMatchObject({ failing: ['Jan', 'May'], passing: ['Feb', 'Mar', 'Apr', 'Jun'], interval: null });
  });

  test('noisy levels are run in turn until each is settled', () => {
    const { finding, suite } = solve((level) => (level === 1 ? 0.7 : 0.02), { ...any, rates: { on: 0.6, off: 0.03 } });
    expect(finding).toMatchObject({ kind: 'some', failing: ['Feb'] });
    expect(suite.ran.slice(0, 6).map(({ conditions }) => conditions.cpu)).toEqual(any.levels);
  });

  test('a level at which the target does not run stays undecided, and the others are reported', () => {
    const make = fakeMake(target);
    const suite = fakeSuite({
      target,
      behave: (_, { conditions }) =>
        conditions.tz === 'A' ? { outcome: 'missing' } : conditions.tz === 'B' ? FAIL : PASS,
    });
    const { finding } = drivePlan(
      levels({
        target,
        knob: 'tz',
        levels: ['A', 'B', 'C'],
        shape: 'any',
        rates: { on: 1, off: 0 },
        make: (tz) => make([target], { conditions: { tz } }),
        fingerprints: null,
        jobs: 1,
        maxTrials: 50,
      }),
      suite.run,
    );
    expect(finding).toMatchObject({ kind: 'unresolved', failing: ['B'], passing: ['C'], undecided: ['A'] });
  });
});
