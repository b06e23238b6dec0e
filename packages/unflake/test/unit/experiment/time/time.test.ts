import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrialResult } from '../../../../src/contract/trial.ts';
import { time } from '../../../../src/experiment/time/time.ts';
import type { TimeOptions } from '../../../../src/experiment/time/time-options.ts';
import { type Behaviour, drivePlan } from '../../../fake-suite.ts';
import { type ArmsWorld, armsLab, FAIL, PASS, TARGET } from '../arms.ts';

type Lab = ReturnType<typeof armsLab>;

function planOf(lab: Lab, options: Partial<TimeOptions> = {}) {
  return time({
    target: TARGET,
    observed: [],
    alone: lab.arm('alone'),
    serial: null,
    parallel: null,
    slowed: null,
    fingerprints: null,
    maxTrials: 1000,
    ...options,
  });
}

const withBoth = (lab: Lab) => ({ serial: lab.arm('serial'), parallel: lab.arm('parallel') });
const withSlowed = (lab: Lab) => ({ slowed: (share: string) => lab.arm(share) });

function run(world: ArmsWorld, options: (lab: Lab) => Partial<TimeOptions>, limits: { budget?: number } = {}) {
  const lab = armsLab(world);
  return { lab, ...drivePlan(planOf(lab, options(lab)), lab.suite.run, limits) };
}

/** Results of earlier trials in an arm, one for each behaviour. */
function observedIn(arm: string, behaviours: readonly Behaviour[]): readonly TrialResult[] {
  const lab = armsLab({ rates: {}, script: { [arm]: (n) => behaviours[n]! } });
  return lab.suite.run(behaviours.map(() => lab.arm(arm).make()));
}

const slowFailures = [
  ...Array.from({ length: 10 }, (_, i): Behaviour => ({ ...PASS, ms: 100 + i })),
  ...Array.from({ length: 3 }, (_, i): Behaviour => ({ ...FAIL, ms: 400 + 50 * i })),
];

test('earlier results are enough for the durations, and then no trial is run', () => {
  const { finding, lab } = run({ rates: {} }, () => ({ observed: observedIn('alone', slowFailures) }));
  expect(lab.runs()).toEqual([]);
  expect(finding).toMatchObject({
    durations: [{ phase: 'total', flag: 'slower' }],
    timeoutLike: false,
    serial: null,
    parallel: null,
    doses: [],
    parallelEffect: 'not-tried',
    slowEffect: 'not-tried',
  });
});

test('missing passes and failures are collected by exclusive runs of the target alone', () => {
  const script = {
    alone: (n: number): Behaviour => (n % 3 === 2 ? { ...FAIL, ms: 400 + n } : { ...PASS, ms: 100 + n }),
  };
  const { finding, lab } = run({ rates: {}, script }, () => ({}));
  // When every third run fails, the tenth pass is the fourteenth run, and four have failed by then.
  expect(lab.runs()).toEqual(new Array(14).fill('alone'));
  expect(lab.suite.ran.every(({ exclusive }) => exclusive)).toBe(true);
  expect(finding.durations[0]).toMatchObject({ flag: 'slower', failed: { n: 4 }, passed: { n: 10 } });
});

test('it does not wait for failures that are too unlikely', () => {
  const { finding, lab } = run({ rates: { alone: 0 } }, () => ({}));
  expect(lab.runs().length).toBeLessThan(8);
  expect(finding.durations[0]!.flag).toBe('too-few');
});

test('failures among other tests are compared with passes among other tests only', () => {
  const observed = [
    ...observedIn('suite', slowFailures),
    ...observedIn(
      'alone',
      Array.from({ length: 20 }, () => ({ ...PASS, ms: 1000 })),
    ),
  ];
  const { finding } = run({ rates: {} }, () => ({ observed }));
  expect(finding.durations[0]).toMatchObject({ flag: 'slower', passed: { n: 10, max: 109 } });
});

test('a failure that occurs only in parallel with other tests is worse in parallel, and pairs stop when that is clear', () => {
  const { finding, lab } = run({ rates: { serial: 0, parallel: 0.9, alone: 0 } }, withBoth);
  expect(finding.parallelEffect).toBe('worse');
  expect(finding.serial!.failures).toBe(0);
  expect(finding.parallel!.runs).toBe(finding.serial!.runs);
  expect(finding.parallel!.runs).toBeLessThanOrEqual(6);
  expect(
    lab
      .runs()
      .filter((arm) => arm !== 'alone')
      .join(' '),
  ).toMatch(/^(serial parallel ?)+$/);
});

test('when neither side fails, ten pairs are enough to give up', () => {
  const { finding } = run({ rates: { serial: 0, parallel: 0, alone: 0 } }, withBoth);
  expect(finding).toMatchObject({ parallelEffect: 'undecided', serial: { runs: 10 }, parallel: { runs: 10 } });
});

test('a slow CPU that makes it fail is found at two doses', () => {
  const { finding, lab } = run({ rates: { alone: 0, '0.5': 0.5, '0.25': 1 } }, withSlowed);
  expect(finding.slowEffect).toBe('worse');
  expect(finding.doses.map(({ share }) => share)).toEqual([1, 0.5, 0.25]);
  const [full, half, quarter] = finding.doses.map(({ tally }) => tally);
  expect(full!.failures).toBe(0);
  expect(half!.runs).toBe(quarter!.runs);
  expect(quarter!.failures).toBe(quarter!.runs);
  expect(quarter!.runs).toBeLessThanOrEqual(4);
  expect(lab.suite.ran.every(({ exclusive }) => exclusive)).toBe(true);
});

test('a timeout that only the slowness causes is not the failure that is searched for', () => {
  const script = { '0.25': (): Behaviour => ({ outcome: 'timed-out', fingerprint: 'limit' }) };
  const { finding } = run({ rates: { alone: 0, '0.5': 0 }, script }, (lab) => ({
    ...withSlowed(lab),
    fingerprints: ['fp'],
  }));
  expect(finding.slowEffect).not.toBe('worse');
});

test('arms with one rate are called worse or better in fewer than 5 of 100 cases', () => {
  let wrong = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const { parallelEffect } = run({ rates: { serial: 0.4, parallel: 0.4, alone: 0 }, seed }, withBoth).finding;
    if (parallelEffect === 'worse' || parallelEffect === 'better') wrong += 1;
  }
  expect(wrong).toBeLessThan(10);
});

test('told to stop, or out of its own trials, it concludes from what it has', () => {
  expect(run({ rates: { alone: 0.5 } }, withSlowed, { budget: 4 }).finding.stopped).toBe('budget');
  const { finding, lab } = run({ rates: { alone: 0.5 } }, (lab) => ({ ...withBoth(lab), maxTrials: 9 }));
  expect(lab.runs().length).toBeLessThanOrEqual(9);
  expect(finding.durations[0]!.flag).toBe('too-few');
});

test('an arm in which the test never runs is given up', () => {
  const script = { alone: (): Behaviour => ({ outcome: 'skipped' }) };
  const { lab } = run({ rates: {}, script }, withSlowed);
  expect(lab.runs().filter((arm) => arm === 'alone').length).toBeLessThanOrEqual(6);
});

test('whatever the rates, no more trials than allowed, all exclusive, and every failure in the counts was seen', () => {
  const rate = fc.constantFrom(0, 0.1, 0.5, 1);
  const worlds = fc.record({ alone: rate, serial: rate, parallel: rate, '0.5': rate, '0.25': rate });
  fc.assert(
    fc.property(worlds, fc.nat(), fc.integer({ min: 1, max: 120 }), (rates, seed, maxTrials) => {
      const { finding, lab } = run({ rates, seed }, (l) => ({ ...withBoth(l), ...withSlowed(l), maxTrials }));
      expect(lab.runs().length).toBeLessThanOrEqual(maxTrials);
      expect(lab.suite.ran.every(({ exclusive }) => exclusive)).toBe(true);
      if (finding.serial) expect(finding.serial.runs).toBe(lab.runs().filter((arm) => arm === 'serial').length);
      if (finding.slowEffect === 'worse') expect(finding.doses.at(-1)!.tally.failures).toBeGreaterThan(0);
    }),
    { seed: 20276, numRuns: 80 },
  );
});

test('the same results give the same trials, so that resuming is replaying', () => {
  const world: ArmsWorld = { rates: { alone: 0.2, serial: 0.1, parallel: 0.6, '0.5': 0.3, '0.25': 0.6 }, seed: 8 };
  const options = (lab: Lab) => ({ ...withBoth(lab), ...withSlowed(lab) });
  const once = run(world, options);
  const replayed = [...once.results];
  const lab = armsLab(world);
  const again = drivePlan(planOf(lab, options(lab)), (trials) => replayed.splice(0, trials.length));
  expect(again.finding).toEqual(once.finding);
  expect(again.steps).toEqual(once.steps);
});
