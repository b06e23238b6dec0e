import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConfirmOptions, confirm } from '../../../../src/experiment/confirm/confirm.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { type ArmsLab, type ArmsWorld, armsLab, FAIL, PASS, TARGET } from '../arms.ts';

function run(world: ArmsWorld, options: Partial<ConfirmOptions> = {}, limits: { budget?: number } = {}) {
  const lab = armsLab(world);
  const names = Object.keys(world.rates);
  const plan = confirm({ target: TARGET, arms: names.map(lab.arm), jobs: 1, maxTrials: 1000, ...options });
  return { lab, ...drivePlan(plan, lab.suite.run, limits) };
}

/** An arm with these outcomes one after the other, repeating the last. */
const script =
  (...events: ('P' | 'F' | 'skip')[]) =>
  (n: number) => {
    const event = events[Math.min(n, events.length - 1)];
    return event === 'F' ? FAIL : event === 'P' ? PASS : ({ outcome: 'skipped' } as const);
  };

test('a pass and a failure of the same arm are enough', () => {
  const { finding } = run({ rates: { alone: 0 }, script: { alone: script('P', 'P', 'F') } });
  expect(finding).toEqual({
    kind: 'flaky',
    arms: { alone: { failures: 1, runs: 3, trials: ['t-1', 't-2', 't-3'] } },
    all: { failures: 1, runs: 3 },
    interval: { low: expect.any(Number), high: expect.any(Number), level: 0.95 },
    band: 'sometimes',
    bound: null,
    fingerprints: [{ fingerprint: 'fp', count: 1, message: 'expected 3, got 2' }],
  });
});

test('a failure in one arm and a pass in another count as well', () => {
  const { finding, lab } = run({ rates: { alone: 0, suite: 1 } });
  expect(finding.kind).toBe('flaky');
  expect(lab.runs()).toEqual(['alone', 'suite']);
});

test('without a failure it stops after sixty passes and bounds the rate', () => {
  const { finding } = run({ rates: { alone: 0 } });
  expect(finding).toMatchObject({ kind: 'not-reproduced', band: 'never', all: { failures: 0, runs: 60 } });
  expect(finding.bound).toBeCloseTo(1 - 0.05 ** (1 / 60), 12);
});

test('what is known of an arm that is not run again stays, and passes in other orders count', () => {
  const known = { suite: { failures: 0, runs: 5, trials: [] } };
  const { finding, lab } = run({ rates: { alone: 0 } }, { known, otherOrders: 7 });
  expect(lab.runs()).toHaveLength(48);
  expect(finding).toMatchObject({ all: { failures: 0, runs: 60 }, arms: known, otherOrders: 7 });
});

test('without a pass it stops after thirty failures', () => {
  const { finding } = run({ rates: { alone: 1, suite: 1 } });
  expect(finding).toMatchObject({ kind: 'always-fails', band: 'always', bound: null, all: { failures: 30, runs: 30 } });
});

test('skipped and missing runs are neither: after a few of only those there are no runs', () => {
  const { finding, lab } = run({ rates: { alone: 0 }, script: { alone: script('skip') } });
  expect(finding).toMatchObject({ kind: 'not-reproduced', all: { failures: 0, runs: 0 }, bound: 1 });
  expect(lab.runs()).toHaveLength(3);
});

test('an arm in which the test is always skipped is left out, and the other continues', () => {
  const { finding, lab } = run({ rates: { alone: 0, suite: 0 }, script: { suite: script('skip') } });
  expect(lab.runs().filter((arm) => arm === 'suite')).toHaveLength(3);
  expect(finding.arms.alone).toMatchObject({ failures: 0, runs: 60 });
});

test('the cheap arm runs more often, and one that costs five times as much at least every sixth time', () => {
  const { lab } = run({ rates: { alone: 0, suite: 0 }, costs: { alone: 1, suite: 5 } });
  const runs = lab.runs();
  expect(runs.slice(0, 2)).toEqual(['alone', 'suite']);
  expect(runs.filter((arm) => arm === 'suite').length).toBeLessThanOrEqual(20);
  for (let i = 0; i + 7 <= runs.length; i += 1) expect(runs.slice(i, i + 7)).toContain('suite');
});

test('an arm that costs a thousand times as much runs once, and rarely again', () => {
  const { lab } = run({ rates: { alone: 0, suite: 0 }, costs: { alone: 1, suite: 1000 } });
  expect(lab.runs().slice(0, 2)).toEqual(['alone', 'suite']);
  expect(lab.runs().filter((arm) => arm === 'suite').length).toBeLessThanOrEqual(2);
});

test('arms of equal cost alternate', () => {
  const { lab } = run({ rates: { alone: 0, suite: 0 } }, { passesNeeded: 6 });
  expect(lab.runs()).toEqual(['alone', 'suite', 'alone', 'suite', 'alone', 'suite']);
});

test('every arm is seen once, even when the first two already disagree', () => {
  const { lab } = run({ rates: { alone: 0, suite: 1, parallel: 0 } });
  expect(lab.runs()).toEqual(['alone', 'suite', 'parallel']);
});

test('failures with another fingerprint count neither as the failure nor as a pass', () => {
  const other = { outcome: 'failed', fingerprint: 'other', message: 'connection refused' } as const;
  const world: ArmsWorld = { rates: { alone: 0 }, script: { alone: (n) => (n === 1 ? other : n === 4 ? FAIL : PASS) } };
  const { finding } = run(world, { fingerprints: ['fp'] });
  expect(finding).toMatchObject({ kind: 'flaky', all: { failures: 1, runs: 5 }, otherFailures: 1 });
  expect(finding.fingerprints.map(({ fingerprint }) => fingerprint)).toEqual(['fp']);
});

test('passes and other failures only are not the failure, and not a broken test either', () => {
  const other = { outcome: 'failed', fingerprint: 'other' } as const;
  const world: ArmsWorld = { rates: { alone: 0 }, script: { alone: (n) => (n % 2 ? other : PASS) } };
  const { finding } = run(world, { fingerprints: ['fp'] });
  expect(finding).toMatchObject({ kind: 'not-reproduced', all: { failures: 0, runs: 60 }, otherFailures: 30 });
});

test('a crash without a message is a failure, known by its outcome', () => {
  const { finding } = run({ rates: { alone: 0 }, script: { alone: (n) => (n === 2 ? { outcome: 'crashed' } : PASS) } });
  expect(finding.fingerprints).toEqual([{ fingerprint: 'outcome:crashed', count: 1, message: '' }]);
});

test('with several jobs a step holds as many trials', () => {
  const { steps, finding } = run({ rates: { alone: 0, suite: 0 } }, { jobs: 8 });
  expect(steps.slice(0, -1).every(({ trials }) => trials.length === 8)).toBe(true);
  expect(finding.all.runs).toBeLessThan(60 + 8);
});

test('its own limit of trials is kept and said', () => {
  const { finding } = run({ rates: { alone: 0 } }, { maxTrials: 7, jobs: 4 });
  expect(finding).toMatchObject({ kind: 'not-reproduced', all: { runs: 7 }, stopped: 'trials' });
});

test('told to stop, it returns what it has seen', () => {
  const { finding } = run({ rates: { alone: 0 } }, {}, { budget: 5 });
  expect(finding).toMatchObject({ all: { failures: 0, runs: 5 }, stopped: 'budget' });
});

test('whatever the rates: flaky only with both outcomes, always-fails never after a pass, intervals hold the counts', () => {
  const rate = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(
      rate,
      rate,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 80 }),
      fc.nat(),
      (a, s, jobs, maxTrials, seed) => {
        const { finding, lab } = run({ rates: { alone: a, suite: s }, seed }, { jobs, maxTrials });
        const { failures, runs } = finding.all;
        expect(runs).toBe(lab.runs().length);
        expect(runs).toBeLessThanOrEqual(maxTrials);
        if (finding.kind === 'flaky') expect(failures > 0 && failures < runs).toBe(true);
        if (finding.kind === 'always-fails') expect(failures).toBe(runs);
        if (finding.kind === 'not-reproduced') expect(failures).toBe(0);
        expect(finding.interval.low).toBeLessThanOrEqual(failures / runs);
        expect(finding.interval.high).toBeGreaterThanOrEqual(failures / runs);
      },
    ),
    { seed: 20270, numRuns: 200 },
  );
});

test('at rate 0.2 the first discordance comes after 1/0.2 + 1/0.8 − 1 = 5.25 runs on average', () => {
  // P(no discordance in n) = r^n + (1 − r)^n; summed over n from 0, with n = 0 counted once: 1/(1−r) + 1/r − 1.
  let trials = 0;
  for (let seed = 1; seed <= 2000; seed += 1) trials += run({ rates: { alone: 0.2 }, seed }).lab.runs().length;
  expect(trials / 2000).toBeGreaterThan(4.95);
  expect(trials / 2000).toBeLessThan(5.55);
});

test('the same results give the same trials, so that resuming is replaying', () => {
  const world: ArmsWorld = { rates: { alone: 0.05, suite: 0.05 }, costs: { alone: 1, suite: 7 }, seed: 3 };
  const once = run(world, { jobs: 3 });
  const replayed = [...once.results];
  const lab: ArmsLab = armsLab(world);
  const plan = confirm({ target: TARGET, arms: ['alone', 'suite'].map(lab.arm), jobs: 3, maxTrials: 1000 });
  const again = drivePlan(plan, (trials) => replayed.splice(0, trials.length));
  expect(again.finding).toEqual(once.finding);
  expect(again.steps).toEqual(once.steps);
});

test('a plan that needs the rate uses the most informative arm for its cost, and stops when one arm fails often', () => {
  const rate = { failures: 3, runs: 20 };
  const runsOf = (suite: number) =>
    run({ rates: { alone: 0, suite: 1 }, costs: { alone: 1, suite } }, { rate })
      .lab.runs()
      .filter((name) => name === 'suite').length;
  expect(runsOf(1000)).toBe(1);
  expect(runsOf(1)).toBe(2);
});

test('a plan that needs the rate of a failure that is rare everywhere waits for the given number', () => {
  const seldom = script('F', 'P', 'P', 'P', 'P', 'P', 'P', 'F', 'P');
  const rate = { failures: 3, runs: 20 };
  const { finding } = run({ rates: { alone: 0 }, script: { alone: seldom } }, { rate });
  expect(finding.all).toEqual({ failures: 2, runs: 20 });
});

test.each([
  ['as dear as the other', 1, 6],
  ['dearer', 100, 10],
])(
  'the rate is measured until an arm that failed and is %s has run often enough to be called rare',
  (_, cost, runs) => {
    const world = { rates: { alone: 0, suite: 0 }, costs: { suite: cost }, script: { suite: script('F', 'P') } };
    const { finding } = run(world, { rate: { failures: 3, runs: 5 } });
    expect(finding.arms.suite).toMatchObject({ failures: 1, runs });
  },
);

test('before it gives up, every arm has had its share, whatever its cost', () => {
  const world = { rates: { alone: 0, suite: 0 }, costs: { alone: 1, suite: 100 } };
  const few = run(world, { passesNeeded: 8 }).finding.arms;
  expect(few.suite!.runs).toBeLessThan(5);
  const more = run(world, { passesNeeded: 8, passesOfEach: 5 }).finding;
  expect(more.kind).toBe('not-reproduced');
  expect(more.arms.suite!.runs).toBe(5);
});
