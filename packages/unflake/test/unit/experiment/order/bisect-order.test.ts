/** The order search on suites that are only a rule: which tests are named, and which never are. */
import { random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../fake-suite.ts';
import { at, searchAmong, solve, sorted } from './searching.ts';

/** Counts from isolation when the event occurs half of the time. */
const half = { all: { failures: 3, runs: 6 }, none: { failures: 0, runs: 20 } };

describe('a victim', () => {
  test('with one polluter: the search names it and says that there is no other', () => {
    const { finding } = solve({ polluters: [at(37)] }, searchAmong(100));
    expect(finding).toMatchObject({ kind: 'culprits', sets: [at(37)], complete: true });
  });

  test('with two independent polluters: the search names both', () => {
    const { finding } = solve({ polluters: [at(12), at(77)] }, searchAmong(100));
    expect(sorted(finding.sets)).toEqual([at(12), at(77)]);
    expect(finding).toMatchObject({ kind: 'culprits', complete: true });
  });

  test('with two polluters that need each other: the search names the pair', () => {
    const { finding } = solve({ polluters: [at(12, 77)] }, searchAmong(100));
    expect(finding).toMatchObject({ kind: 'culprits', sets: [at(12, 77)], complete: true });
  });

  test('with one polluter and a separate pair: the search names all three', () => {
    const { finding } = solve({ polluters: [at(50), at(12, 77)] }, searchAmong(100));
    expect(sorted(finding.sets)).toEqual([at(12, 77), at(50)]);
  });

  test.each([1, 2, 3, 4, 5])('polluted half of the time, with background failures: named for seed %i', (seed) => {
    const world = { polluters: [at(37)], p: 0.5, q: 0.02, seed };
    const { finding } = solve(world, searchAmong(100, { known: half, findAll: false }));
    expect(finding).toMatchObject({ kind: 'culprits', sets: [at(37)], complete: null });
  });

  // Seeds at which the search for tests that are needed together first includes an innocent one.
  test.each([1, 37, 56])(
    'polluted by a noisy pair: a bystander that joined it by chance is dropped for seed %i',
    (seed) => {
      const world = { polluters: [at(12, 33)], p: 0.4, q: 0.03, seed };
      const { finding } = solve(world, searchAmong(50, { known: half, findAll: false }));
      expect(finding.sets).toEqual([at(12, 33)]);
    },
  );

  test('whose last polluter comes after the cleaners of the others: the search names a polluter', () => {
    const world = { polluters: [at(10), at(20), at(90)], cleaners: at(25, 40, 60) };
    const { finding } = solve(world, searchAmong(100, { findAll: false }));
    expect([at(10), at(20), at(90)]).toContainEqual(finding.sets[0]);
  });

  test('that crashes after its polluter: a crash is a failure', () => {
    const behave = (before: readonly string[]): Behaviour => ({
      outcome: before.includes('test 9') ? 'crashed' : 'passed',
    });
    expect(solve({ behave }, searchAmong(40)).finding.sets).toEqual([at(9)]);
  });

  test('with a single earlier test: that test is proved, not assumed', () => {
    expect(solve({ polluters: [at(0)] }, searchAmong(1)).finding.sets).toEqual([at(0)]);
    expect(solve({}, searchAmong(1, { budget: 100 })).finding.sets).toEqual([]);
  });
});

describe('a brittle test', () => {
  test('with two setters: each that makes it pass is named', () => {
    const { finding } = solve({ setters: at(8, 40) }, searchAmong(60, { event: 'pass' }));
    expect(sorted(finding.sets)).toEqual([at(8), at(40)]);
    expect(finding.complete).toBe(true);
  });
});

describe('a polluted victim', () => {
  test('with the polluter fixed in front, the tests that make it pass again are its cleaners', () => {
    const [polluter] = at(500);
    const search = searchAmong(60, { event: 'pass', fixed: [polluter!] });
    const { finding, suite } = solve({ polluters: [[polluter!]], cleaners: at(10, 33) }, search);
    expect(sorted(finding.sets)).toEqual([at(10), at(33)]);
    expect(suite.ran.every((trial) => trial.tests[0] === polluter)).toBe(true);
  });
});

describe('a target that no test pollutes', () => {
  test.each([1, 2, 3, 4, 5])('fails as often alone as after others: nobody is named for seed %i', (seed) => {
    const known = { all: { failures: 3, runs: 10 }, none: { failures: 6, runs: 20 } };
    const { finding } = solve({ q: 0.3, seed }, searchAmong(60, { known, budget: 300 }));
    expect(finding.sets).toEqual([]);
    expect(finding.kind).not.toBe('culprits');
  });

  test.each([1, 2, 5])('among %i innocent tests it ends, however lucky the runs that began it were', (count) => {
    const known = { all: { failures: 3, runs: 3 }, none: { failures: 0, runs: 4 } };
    const lengths = [1, 2, 3, 4, 5, 6].map((seed) => {
      const { finding } = solve({ p: 0.5, q: 0.5, seed }, searchAmong(count, { known, random: random(seed) }));
      return finding.trials.length;
    });
    expect(Math.max(...lengths)).toBeLessThan(600);
  });

  test('and no earlier test at all: there is no order effect to find, and no trial is run', () => {
    const { finding, suite } = solve({ q: 0.5 }, searchAmong(0));
    expect(finding).toMatchObject({ kind: 'no-order-effect', sets: [], trials: [] });
    expect(suite.ran).toEqual([]);
  });
});

test('failures with another fingerprint do not mislead the search', () => {
  const behave = (before: readonly string[]): Behaviour => {
    if (before.includes('test 20')) return { outcome: 'failed', fingerprint: 'the one we look for' };
    return before.includes('test 5') ? { outcome: 'failed', fingerprint: 'another' } : { outcome: 'passed' };
  };
  const { finding } = solve({ behave }, searchAmong(50, { fingerprints: ['the one we look for'] }));
  expect(finding).toMatchObject({ sets: [at(20)], complete: true });
});
