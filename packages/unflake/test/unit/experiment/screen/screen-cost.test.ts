/** What a screening costs, that it is right whatever the rule when failures are certain, and that the same results give the same trials. */
import { random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { screen } from '../../../../src/experiment/screen/screen.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { factorsUpTo, knobs, screening, solve, worldSuite } from './screening.ts';

const rules = {
  single: (a: number) => (on: (at: number) => boolean) => on(a),
  both: (a: number, b: number) => (on: (at: number) => boolean) => on(a) && on(b),
  unless: (a: number, b: number) => (on: (at: number) => boolean) => on(a) && !on(b),
};

test('names the right kind and factors, whatever they are, when failures are certain', () => {
  const worlds = fc.record({
    kind: fc.constantFrom('single', 'both', 'unless'),
    count: fc.integer({ min: 3, max: 20 }),
    places: fc.tuple(fc.nat(), fc.nat()),
    jobs: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(worlds, ({ kind, count, places, jobs, seed }) => {
      const a = places[0] % count;
      const b = (a + 1 + (places[1] % (count - 1))) % count;
      const options = { factors: factorsUpTo(count), jobs, random: random(seed) };
      const { finding } = solve({ active: rules[kind](a, b) }, options);
      const named = kind === 'single' ? [a] : kind === 'both' ? [a, b].sort((x, y) => x - y) : [a, b];
      expect(finding).toMatchObject({ kind, factors: knobs(...named) });
    }),
    { numRuns: 40, seed: 31 },
  );
});

describe('cost', () => {
  // 16 factors are 4 bits, and 2 or 3 more trials rule out pairs; the proof is 2 with and 2 without; the control 2.
  test('one certain cause among 16 takes at most 13 trials on average over all places', () => {
    let trials = 0;
    for (let at = 0; at < 16; at += 1) trials += solve({ active: (on) => on(at) }).results.length;
    expect(trials / 16).toBeLessThanOrEqual(13);
  });

  test('saying that nothing matters takes at most 25 trials when the target never fails', () => {
    const { finding, results } = solve({ active: () => false });
    expect(finding.kind).toBe('none');
    expect(results.length).toBeLessThanOrEqual(25);
  });

  test('an expensive factor is left out while cheap ones are as informative', () => {
    const factors = factorsUpTo(10).map((one, at) => ({ ...one, cost: at >= 8 ? 10 : 1 }));
    const { suite, finding } = solve({ active: (on) => on(3) }, { factors });
    expect(finding).toMatchObject({ kind: 'single', factors: knobs(3) });
    const dear = suite.ran.filter(({ conditions }) => conditions.k8 === 'on' || conditions.k9 === 'on');
    // The proof turns everything else on once or twice, to show that there is no second cause.
    expect(dear.length).toBeLessThanOrEqual(4);
    expect(dear.length).toBeLessThan(suite.ran.length / 2);
  });

  test('factors that are the same in every trial take no more trials to exclude than others', () => {
    const sure = factorsUpTo(16).map((one) => ({ ...one, deterministic: true }));
    const usual = solve({ active: () => false });
    const quick = solve({ active: () => false }, { factors: sure });
    expect(quick.finding.kind).toBe('none');
    expect(quick.results.length).toBeLessThan(usual.results.length);
  });

  test('four in parallel need fewer steps for the same answer', () => {
    const world = { active: (on: (at: number) => boolean) => on(5), p: 0.8 };
    const one = solve(world);
    const four = solve(world, { jobs: 4 });
    expect(four.finding.factors).toEqual(one.finding.factors);
    expect(four.steps.length).toBeLessThan(one.steps.length);
    expect(Math.max(...four.steps.map(({ trials }) => trials.length))).toBe(4);
  });
});

test('a recorded screening replays to the same trials and the same finding', () => {
  const world = { active: (on: (at: number) => boolean) => on(5) && on(9), p: 0.8, q: 0.02, disturbing: [12] };
  const recorded = drivePlan(screen(screening({ jobs: 3 })), worldSuite(world).run);
  let next = 0;
  const replayed = drivePlan(screen(screening({ jobs: 3 })), (trials) => {
    const results = recorded.results.slice(next, next + trials.length);
    next += trials.length;
    expect(trials).toEqual(results.map((result) => result.trial));
    return results;
  });
  expect(replayed.finding).toEqual(recorded.finding);
  expect(next).toBe(recorded.results.length);
});
