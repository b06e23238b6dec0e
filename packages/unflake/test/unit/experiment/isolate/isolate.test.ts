import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IsolateOptions } from '../../../../src/experiment/isolate/isolate-options.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { type ArmsWorld, armsLab, FAIL, PASS } from '../arms.ts';
import { COSTS, planOf, run } from './isolating.ts';

test('a test that fails only in the suite is worse there: one expensive run of it is enough next to nine cheap ones', () => {
  const { finding, lab } = run({ rates: { alone: 0, suite: 1 } });
  expect(lab.runs()).toEqual(['alone', 'suite', ...Array(8).fill('alone')]);
  expect(finding).toMatchObject({
    verdict: 'suite-worse',
    alone: { failures: 0, runs: 9 },
    suite: { failures: 1, runs: 1, trials: ['t-2'] },
    file: null,
    twice: null,
    tableRow: 'Always passes | Always fails | Ordering-dependent',
  });
  expect(finding.posterior['suite-worse']).toBeGreaterThan(0.95);
});

test('where both cost the same, two or three of each are enough', () => {
  const { finding, lab } = run({ rates: { alone: 0, suite: 1 }, costs: { alone: 1, suite: 1 } });
  expect(finding.verdict).toBe('suite-worse');
  expect(lab.runs().length).toBeLessThanOrEqual(6);
  expect(finding.suite.runs).toBeGreaterThan(1);
});

test('a test that fails only alone is better in the suite', () => {
  const { finding } = run({ rates: { alone: 1, suite: 0 } });
  expect(finding.verdict).toBe('suite-better');
  expect(finding.tableRow).toBe('Always fails | Always passes | Unusual — possible resource leak from the test itself');
});

test('the cheaper arm is run more often, whichever it is', () => {
  const runsWith = (costs: Record<string, number>) => {
    const { finding } = run({ rates: { alone: 0.3, suite: 0.3 }, seed: 5, costs });
    return { alone: finding.alone.runs, suite: finding.suite.runs };
  };
  const cheapAlone = runsWith({ alone: 1, suite: 20 });
  const cheapSuite = runsWith({ alone: 20, suite: 1 });
  expect(cheapAlone.alone).toBeGreaterThan(2 * cheapAlone.suite);
  expect(cheapSuite.suite).toBeGreaterThan(2 * cheapSuite.alone);
});

test('what confirm has counted is not counted again', () => {
  const known = {
    alone: { failures: 0, runs: 4, trials: ['t-1', 't-2', 't-3', 't-4'] },
    suite: { failures: 3, runs: 3, trials: ['t-5', 't-6', 't-7'] },
  } as const;
  const { finding, lab } = run({ rates: { alone: 0, suite: 1 } }, { known });
  expect(lab.runs()).toEqual([]);
  expect(finding).toMatchObject({ verdict: 'suite-worse', alone: known.alone, suite: known.suite });
});

test('a healthy test costs the caps, a hundred alone and thirty in the suite, and is not reproduced', () => {
  const { finding } = run({ rates: { alone: 0, suite: 0 } });
  expect(finding).toMatchObject({ verdict: 'not-reproduced', alone: { runs: 100 }, suite: { runs: 30 } });
});

test('if a comparison is pointless it ends at once', () => {
  const isVain: IsolateOptions['isVain'] = (arms) => arms.reduce((sum, { runs }) => sum + runs, 0) >= 12;
  const { finding, lab } = run({ rates: { alone: 0.02, suite: 0.02 } }, { isVain });
  expect(lab.runs()).toHaveLength(12);
  expect(finding).toMatchObject({ file: null, twice: null });
  expect(finding.stopped).toBeUndefined();
});

test('a broken test costs thirty failures', () => {
  const { finding, lab } = run({ rates: { alone: 1, suite: 1 } }, { file: armsLab({ rates: {} }).arm('file') });
  expect(finding.verdict).toBe('always-fails');
  expect(lab.runs()).toHaveLength(30);
});

test('its own file and two executions in one process are tried once if all else is clear', () => {
  const lab = armsLab({ rates: { alone: 0, suite: 1, file: 0, twice: 0 }, costs: COSTS });
  const plan = planOf(lab, { file: lab.arm('file'), twice: lab.arm('twice') });
  const { finding } = drivePlan(plan, lab.suite.run);
  expect(lab.runs().slice(-2)).toEqual(['file', 'twice']);
  expect(finding.file).toEqual({ failures: 0, runs: 1, trials: ['t-11'] });
  expect(finding.twice).toEqual({
    first: { failures: 0, runs: 1, trials: ['t-12'] },
    second: { failures: 0, runs: 1, trials: ['t-12'] },
  });
});

test('they are tried a few times if the test fails sometimes', () => {
  const script = { suite: (n: number) => (n % 2 === 1 ? FAIL : PASS) };
  const lab = armsLab({ rates: { alone: 0, file: 0, twice: 0 }, script, costs: COSTS });
  const plan = planOf(lab, { file: lab.arm('file'), twice: lab.arm('twice') });
  const { finding } = drivePlan(plan, lab.suite.run);
  expect(lab.runs().slice(-6)).toEqual(['file', 'twice', 'file', 'twice', 'file', 'twice']);
  expect(finding.file).toMatchObject({ failures: 0, runs: 3 });
});

test('a test that pollutes itself fails only in its second execution', () => {
  // The script counts executions: even ones are the first in their process.
  const script = { twice: (n: number) => (n % 2 === 1 ? FAIL : PASS) };
  const lab = armsLab({ rates: { alone: 0, suite: 0 }, script, costs: COSTS });
  const { finding } = drivePlan(planOf(lab, { twice: lab.arm('twice') }), lab.suite.run);
  expect(finding.twice?.first.failures).toBe(0);
  expect(finding.twice?.second.failures).toBe(finding.twice?.second.runs);
});

test('an arm that shows something is run more often', () => {
  const script = {
    file: (n: number) => (n % 3 === 2 ? FAIL : PASS),
    suite: (n: number) => (n % 2 === 1 ? FAIL : PASS),
  };
  const lab = armsLab({ rates: { alone: 0, suite: 1 }, script, costs: COSTS });
  const { finding } = drivePlan(planOf(lab, { file: lab.arm('file') }), lab.suite.run);
  expect(finding.file!.runs).toBeGreaterThan(3);
  expect(finding.file!.runs).toBeLessThanOrEqual(12);
});

test('failures with another fingerprint do not make an arm worse', () => {
  const other = { outcome: 'failed', fingerprint: 'other' } as const;
  const world: ArmsWorld = { rates: { alone: 0 }, script: { suite: (n) => (n % 2 ? other : PASS) } };
  const { finding } = run(world, { fingerprints: ['fp'] });
  expect(finding.verdict).toBe('not-reproduced');
  expect(finding.otherFailures).toBe(15);
});

test('with an arm in which the test never runs there is nothing to compare: it ends soon and concludes nothing', () => {
  const { finding, lab } = run({ rates: { alone: 0.5 }, script: { suite: () => ({ outcome: 'skipped' }) } });
  expect(lab.runs().filter((arm) => arm === 'suite')).toHaveLength(3);
  expect(lab.runs().length).toBeLessThanOrEqual(6);
  expect(finding.suite.runs).toBe(0);
  expect(finding.verdict).toBe('undecided');
});

test('told to stop, or out of its own trials, it concludes from what it has', () => {
  expect(run({ rates: { alone: 0, suite: 1 } }, {}, { budget: 2 }).finding).toMatchObject({
    verdict: 'undecided',
    stopped: 'budget',
  });
  expect(run({ rates: { alone: 0.3, suite: 0.3 } }, { maxTrials: 5 }).finding).toMatchObject({ stopped: 'trials' });
});

test('no run of one arm is longer than twenty while the other has runs left', () => {
  const { lab } = run({ rates: { alone: 0, suite: 0.1 }, seed: 9 });
  expect(lab.runs().join(' ')).not.toMatch(/(alone ){21}.*suite/);
});

test('whatever the rates: a probability for each hypothesis, no more runs than allowed, batches as told', () => {
  const rate = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  const worlds = fc.record({ alone: rate, suite: rate, jobs: fc.integer({ min: 1, max: 6 }), seed: fc.nat() });
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 60 }), ({ alone, suite, jobs, seed }, maxTrials) => {
      const { finding, lab, steps } = run({ rates: { alone, suite }, seed }, { jobs, maxTrials });
      expect(Object.values(finding.posterior).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
      expect(lab.runs().length).toBeLessThanOrEqual(maxTrials);
      expect(finding.alone.runs + finding.suite.runs).toBe(lab.runs().length);
      expect(steps.every(({ trials }) => trials.length <= jobs)).toBe(true);
      if (finding.verdict === 'always-fails') expect(finding.alone.failures).toBe(finding.alone.runs);
    }),
    { seed: 20274, numRuns: 60 },
  );
});

test('the same results give the same trials, so that resuming is replaying', () => {
  const world: ArmsWorld = { rates: { alone: 0.1, suite: 0.3 }, seed: 4 };
  const once = run(world, { jobs: 3 });
  const replayed = [...once.results];
  const lab = armsLab({ costs: COSTS, ...world });
  const again = drivePlan(planOf(lab, { jobs: 3 }), (trials) => replayed.splice(0, trials.length));
  expect(again.finding).toEqual(once.finding);
  expect(again.steps).toEqual(once.steps);
});
