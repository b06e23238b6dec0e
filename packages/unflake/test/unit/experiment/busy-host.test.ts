/** Trials during which the host took much of the CPU time, and what becomes of them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testId } from '../../../src/contract/test-id.ts';
import type { Trial } from '../../../src/contract/trial.ts';
import { HostWatch, hostWasBusy } from '../../../src/experiment/busy-host.ts';
import { busyHostOf } from '../../../src/experiment/explain/busy-host-note.ts';
import type { Plan } from '../../../src/experiment/plan.ts';
import { time } from '../../../src/experiment/time/time.ts';
import type { TimeOptions } from '../../../src/experiment/time/time-options.ts';
import { type Behaviour, drivePlan, fakeMake, fakeSuite } from '../../fake-suite.ts';
import { ALL_KNOBS, diagnosed, names } from './diagnose/diagnose-options.ts';

const target = testId('the target');
const PASSES: Behaviour = { outcome: 'passed', ms: 100 };
const FAILS: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'no answer yet', ms: 100 };

/** Two trials a step, while the host is as busy as the list says, from trial to trial. */
function watched(stolen: readonly number[], { steps = 1, room = 100 } = {}) {
  const make = fakeMake(target);
  const suite = fakeSuite({ target, behave: () => FAILS, stolen: (n) => stolen[n - 1] ?? 0 });
  const host = new HostWatch();
  function* plan(): Plan<readonly (string | null)[]> {
    const counted: (string | null)[] = [];
    for (let step = 0; step < steps; step += 1) {
      const trials = [make([target]), make([target])];
      const results = yield* host.ask({ phase: 'time', doing: 'two', why: 'to see', trials }, room - host.asked);
      counted.push(...results.map((result) => result?.id ?? null));
    }
    return counted;
  }
  const { finding, steps: made } = drivePlan(plan(), suite.run);
  return { counted: finding, made, ran: suite.ran, host };
}

describe('a trial during which the host took more than a third', () => {
  test('is repeated as it was, and the repeat counts', () => {
    const { counted, made, ran, host } = watched([0.4, 0.33]);
    expect(counted).toEqual(['t-3', 't-2']);
    expect(ran[2]).toBe(ran[0]);
    expect(made[1]).toMatchObject({ doing: 'two, again', why: expect.stringContaining('more than a third') });
    expect(host.finding(target, null)).toEqual({ setAside: { failures: 1, runs: 1, trials: ['t-1'] } });
  });

  test('is repeated twice at most; then the last one counts', () => {
    const { counted, ran, host } = watched([0.4, 0, 0.5, 0.6]);
    expect(counted).toEqual(['t-4', 't-2']);
    expect(ran).toHaveLength(4);
    expect(host.finding(target, null).setAside!.trials).toEqual(['t-1', 't-3']);
  });

  test('does not count where there is no room for a repeat', () => {
    const { counted, ran, host } = watched([0.4, 0], { room: 2 });
    expect(counted).toEqual([null, 't-2']);
    expect(ran).toHaveLength(2);
    expect(host.finding(target, null).setAside!.trials).toEqual(['t-1']);
  });
});

test('a host that is always busy costs a few repeats, and then trials count as they are', () => {
  const { counted, ran } = watched(new Array(200).fill(0.5), { steps: 20 });
  expect(counted).not.toContain(null);
  expect(ran.length).toBeLessThanOrEqual(40 + 8);
});

test('where the host takes little, nothing is repeated and nothing is said', () => {
  const { counted, made, host } = watched([0.3, 0.1], { steps: 3 });
  expect(counted).toEqual(['t-1', 't-2', 't-3', 't-4', 't-5', 't-6']);
  expect(made).toHaveLength(3);
  expect(host.finding(target, null)).toEqual({});
});

test('a trial is repeated whether it failed or passed', () => {
  const make = fakeMake(target);
  const suite = fakeSuite({ target, behave: () => PASSES, stolen: (n) => (n === 1 ? 0.9 : 0) });
  const step = { phase: 'time', doing: 'one', why: 'to see', trials: [make([target])] } as const;
  const { finding } = drivePlan(new HostWatch().ask(step, 9), suite.run);
  expect(finding.map((result) => result?.id)).toEqual(['t-2']);
});

describe('a comparison of full speed with less CPU time', () => {
  const make = fakeMake(target);
  const arm = (name: string) => ({
    name,
    cost: 1,
    make: () => make([target], { conditions: name === 'alone' ? {} : { cpu: name } }),
  });
  const options: TimeOptions = {
    target,
    observed: [],
    alone: arm('alone'),
    serial: null,
    parallel: null,
    slowed: arm,
    fingerprints: null,
    maxTrials: 200,
  };
  /** It fails when it is slow, whoever makes it slow. */
  const slowWorld = (stolen: (n: number, trial: Trial) => number) => {
    let busy = 0;
    return fakeSuite({
      target,
      stolen: (n, trial) => {
        busy = stolen(n, trial);
        return busy;
      },
      behave: (_, { conditions }) => (conditions.cpu === '0.25' || busy > 0.33 ? FAILS : PASSES),
    });
  };

  test('finds the slowness although the host is busy during every third trial, and counts none of those', () => {
    const suite = slowWorld((n) => (n % 3 === 0 ? 0.5 : 0));
    const { finding, results } = drivePlan(time(options), suite.run);
    expect(finding.slowEffect).toBe('worse');
    expect(finding.doses[0]!.tally.failures).toBe(0);
    const counted = new Set(finding.doses.flatMap(({ tally }) => tally.trials));
    for (const result of results.filter(hostWasBusy)) expect(counted).not.toContain(result.id);
    expect(finding.setAside!.failures).toBeGreaterThan(0);
  });

  test('calls no test slow that fails only while the host is busy', () => {
    // The host takes time from every second trial of the slowed arm alone: without repeats slowness would look like the cause.
    let slowed = 0;
    const stolen = (_: number, { conditions }: Trial) => (conditions.cpu === '0.25' && slowed++ % 2 === 0 ? 0.5 : 0);
    let busy = 0;
    const suite = fakeSuite({
      target,
      stolen: (n, trial) => {
        busy = stolen(n, trial);
        return busy;
      },
      behave: () => (busy > 0.33 ? FAILS : PASSES),
    });
    const { finding } = drivePlan(time(options), suite.run);
    expect(finding.slowEffect).not.toBe('worse');
    expect(finding.doses.at(-1)!.tally.failures).toBe(0);
  });

  test('never runs more trials than it may, and sets aside or counts every failure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }), (maxTrials, every) => {
        const suite = slowWorld((n) => (n % every === 0 ? 0.5 : 0));
        const { finding, results } = drivePlan(time({ ...options, maxTrials }), suite.run);
        expect(suite.ran.length).toBeLessThanOrEqual(maxTrials);
        const failed = results.filter(({ tally }) => tally.failed > 0).map(({ id }) => id);
        const tallies = [...finding.doses.map(({ tally }) => tally), finding.setAside].filter(
          (one) => one !== undefined,
        );
        // Before the doses begin, trials at full speed are in the durations alone.
        if (finding.doses.length > 0)
          for (const id of failed) expect(tallies.flatMap(({ trials }) => trials)).toContain(id);
      }),
      { seed: 20276, numRuns: 60 },
    );
  });
});

describe('a whole diagnosis', () => {
  const suite = names(6);
  const own = suite[3]!;
  const behave = (_: readonly unknown[], { conditions }: Trial): Behaviour =>
    Number(conditions.cpu ?? 1) <= 0.25 ? FAILS : PASSES;

  test('still isolates a short wait while the host is busy during every fourth trial, and says how many there were', () => {
    const busyWorld = { behave, stolen: (n: number) => (n % 4 === 0 ? 0.6 : 0) };
    const answer = diagnosed(busyWorld, suite, own, 3, { knobs: ALL_KNOBS });
    expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'timing' } });
    const { busyHost } = busyHostOf(answer.seen, own);
    expect(busyHost!.trials.length).toBe(Math.floor(answer.seen.length / 4));
    expect(busyHost!.repeated).toBeGreaterThan(0);
    expect(busyHost!.repeated).toBeLessThanOrEqual(busyHost!.trials.length);
    const proof = answer.findings.perturb!.proof!;
    const busy = new Set(busyHost!.trials);
    for (const tally of [proof.with, proof.pinned]) expect(tally.trials.filter((id) => busy.has(id))).toEqual([]);
  });

  test('says nothing where the host took little', () => {
    const answer = diagnosed({ behave }, suite, own, 3, { knobs: ALL_KNOBS });
    expect(busyHostOf(answer.seen, own)).toEqual({});
  });
});
