/** The cost of the order search, that it loses no culprit whatever the suite, and that the same results give the same trials. */
import { random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bisectOrder } from '../../../../src/experiment/order/bisect-order.ts';
import { drivePlan, fakeSuite } from '../../../fake-suite.ts';
import { at, searchAmong, solve, sorted, target } from './searching.ts';

/** Disjoint sets of one or two culprits among up to 40 candidates. */
const suites = fc
  .record({
    count: fc.integer({ min: 6, max: 40 }),
    sizes: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
  })
  .chain(({ count, sizes }) => {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const places = fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: total, maxLength: total });
    return fc.record({
      count: fc.constant(count),
      sizes: fc.constant(sizes),
      places,
      jobs: fc.integer({ min: 1, max: 4 }),
    });
  })
  .map(({ count, sizes, places, jobs }) => {
    const left = [...places];
    return { count, jobs, sets: sizes.map((size) => at(...left.splice(0, size).sort((a, b) => a - b))) };
  });

test('never loses a polluter and never blames another, whatever the sets, when failures are certain', () => {
  fc.assert(
    fc.property(suites, ({ count, sets, jobs }) => {
      const { finding } = solve({ polluters: sets }, searchAmong(count, { jobs, budget: 3000 }));
      expect(sorted(finding.sets)).toEqual(sorted(sets));
      expect(finding.complete).toBe(true);
    }),
    { numRuns: 60, seed: 20 },
  );
});

describe('cost', () => {
  // If starting is expensive, a trial is most informative when it halves the candidates: 64 candidates are 6 bits, hence 6 trials. The
  // proof is the suspect, the target alone, the suspect again: 3 more. One more is granted because the first halving relies on unknown
  // rates.
  test('one certain polluter among 64 takes at most 10 trials, wherever it is', () => {
    for (let position = 0; position < 64; position += 1) {
      const search = searchAmong(64, { startupMs: 100_000, findAll: false });
      const { finding, results } = solve({ polluters: [at(position)] }, search);
      expect(finding.sets).toEqual([at(position)]);
      expect(results.length).toBeLessThanOrEqual(10);
    }
  });

  // Halving runs 32 + 16 + 8 + 4 + 2 + 1 candidates and the target each time, the proof 2 + 1 + 2 tests: 63 + 6 + 5.
  test('if starting is cheap it runs no more tests than halving would, on average over all positions', () => {
    let executions = 0;
    for (let position = 0; position < 64; position += 1) {
      const { suite } = solve({ polluters: [at(position)] }, searchAmong(64, { startupMs: 1, findAll: false }));
      executions += suite.executions();
    }
    expect(executions / 64).toBeLessThanOrEqual(74);
  });

  test('proving that the culprit is the only one takes three more runs of the rest when failures are certain', () => {
    const first = solve({ polluters: [at(37)] }, searchAmong(100, { findAll: false }));
    const all = solve({ polluters: [at(37)] }, searchAmong(100));
    expect(all.results.length - first.results.length).toBe(3);
    expect(all.results.slice(-3).map((result) => result.trial.tests.length)).toEqual([100, 100, 100]);
  });

  test('four in parallel need fewer rounds for the same answer', () => {
    const world = { polluters: [at(37)], p: 0.5 };
    const known = { all: { failures: 3, runs: 6 }, none: { failures: 0, runs: 20 } };
    const one = solve(world, searchAmong(200, { known, findAll: false }));
    const four = solve(world, searchAmong(200, { known, findAll: false, jobs: 4 }));
    expect(four.finding.sets).toEqual(one.finding.sets);
    expect(four.steps.length).toBeLessThan(one.steps.length / 2);
    expect(Math.max(...four.steps.map((step) => step.trials.length))).toBe(4);
  });

  test('a test as long as all others together is left out while others are as informative', () => {
    const duration = (name: string) => (name === 'test 5' ? 1000 : 1);
    const { suite, finding } = solve({ polluters: [at(80)] }, searchAmong(100, { duration, findAll: false }));
    expect(finding.sets).toEqual([at(80)]);
    expect(suite.ran.filter((trial) => trial.tests.includes(at(5)[0]!))).toEqual([]);
  });

  test('a prior that points at the polluter shortens the search, and one that points elsewhere does not end it', () => {
    const world = { polluters: [at(80)], p: 0.5, q: 0.02 };
    const known = { all: { failures: 3, runs: 6 }, none: { failures: 0, runs: 20 } };
    const pointing = (position: number) => (name: string) => (name === `test ${position}` ? 1e9 : 1);
    const right = solve(world, searchAmong(400, { known, findAll: false, prior: pointing(80) }));
    const wrong = solve(world, searchAmong(400, { known, findAll: false, prior: pointing(3) }));
    expect(right.finding.sets).toEqual([at(80)]);
    expect(wrong.finding.sets).toEqual([at(80)]);
    expect(right.results.length).toBeLessThan(wrong.results.length);
  });
});

describe('the same results give the same trials', () => {
  const world = { target, polluters: [at(12), at(60)], p: 0.6, q: 0.02 };
  const known = { all: { failures: 4, runs: 6 }, none: { failures: 0, runs: 20 } };
  const search = (seed: number) => searchAmong(90, { known, jobs: 3, random: random(seed) });

  test('a recorded search replays to the same trials and the same finding', () => {
    const recorded = drivePlan(bisectOrder(search(5)), fakeSuite(world).run);
    let next = 0;
    const replayed = drivePlan(bisectOrder(search(5)), (trials) => {
      const results = recorded.results.slice(next, next + trials.length);
      next += trials.length;
      expect(trials).toEqual(results.map((result) => result.trial));
      return results;
    });
    expect(replayed.finding).toEqual(recorded.finding);
    expect(next).toBe(recorded.results.length);
  });
});
