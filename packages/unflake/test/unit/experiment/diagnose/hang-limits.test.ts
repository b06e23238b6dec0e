import { describe, expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Observation, Trial, TrialResult } from '../../../../src/contract/trial.ts';
import { trialMaker } from '../../../../src/experiment/diagnose/make-trial.ts';
import { NO_OUTCOMES, trialOf } from '../../engine/sample-trial.ts';
import { diagnoseOptions, ONLY_CPU, PYTEST_LIKE } from './diagnose-options.ts';

const target = testId('a.py::target');
const polluter = testId('a.py::polluter');
const suite = [polluter, target];

const seen = (trial: Partial<Trial>, observations: readonly Partial<Observation>[], ms = 100): TrialResult => ({
  id: 't-1',
  trial: trialOf({ tests: suite, watch: 'all', ...trial }),
  observations: observations.map((one) => ({ test: target, run: 0, outcome: 'passed', ms: null, ...one })),
  tally: NO_OUTCOMES,
  ms,
  atMs: 0,
  ending: { code: 0, signal: null, timedOut: observations.some(({ outcome }) => outcome === 'timed-out') },
  problems: [],
});
const took = (ms: number) => seen({ tests: [target] }, [{ ms }], ms + 50);
const hang = seen({}, [{ test: polluter, ms: 3 }, { outcome: 'timed-out' }], 10_000);

function limits(results: readonly TrialResult[], more: Parameters<typeof diagnoseOptions>[3] = {}, conditions = {}) {
  const makeTrial = trialMaker(diagnoseOptions(suite, target, 1, { timeBoxMs: 300_000, ...more }), results);
  return makeTrial(suite, { conditions });
}

describe('how long a test may be silent', () => {
  test('is a fifth of the time limit while it was never seen to end, and a tenth if the others are short', () => {
    expect(limits([]).hang).toEqual({ target, targetMs: 60_000, othersMs: 60_000 });
    expect(limits([took(2)]).hang).toMatchObject({ targetMs: 10_000, othersMs: 30_000 });
    expect(limits([took(2_000)]).hang).toMatchObject({ targetMs: 40_000, othersMs: 60_000 });
  });

  test('is twenty times its slowest known time, and ten seconds at least', () => {
    expect(limits([took(2), took(700), took(3)]).hang?.targetMs).toBe(14_000);
    expect(limits([took(400)]).hang?.targetMs).toBe(10_000);
  });

  test('grows with the time that the user allows', () => {
    expect(limits([], { timeBoxMs: 3_000_000 }).hang?.targetMs).toBe(600_000);
    expect(limits([took(2)], { timeBoxMs: 3_000_000 }).hang?.targetMs).toBe(100_000);
  });

  test('is shorter after a hang that was waited for, but never below what a slow run may need', () => {
    expect(limits([took(2), hang]).hang?.targetMs).toBe(2_500);
    expect(limits([took(2), hang, hang, hang]).hang?.targetMs).toBe(1_500);
    expect(limits([took(700), hang, hang]).hang?.targetMs).toBe(7_000);
    const slowStart = seen({ tests: [target] }, [{ ms: 2 }], 4_002);
    expect(limits([slowStart, hang, hang]).hang?.targetMs).toBe(4_000);
    expect(limits([hang, hang, hang]).hang?.targetMs).toBe(10_000);
  });

  test('is multiplied where the trial is slowed, and not shortened there', () => {
    const slowed = limits([took(2), hang, hang], { knobs: ONLY_CPU }, { cpu: '0.1' });
    expect(slowed.hang?.targetMs).toBe(100_000);
  });

  test('does not learn from slowed trials, nor from a shifted clock', () => {
    const slow = seen({ tests: [target], conditions: { cpu: '0.1' } }, [{ ms: 5_000 }], 5_100);
    const shifted = seen({ tests: [target] }, [{ ms: 86_400_000 }], 60);
    expect(limits([took(2), slow, shifted], { knobs: ONLY_CPU }).hang?.targetMs).toBe(10_000);
  });

  test('is left to the time limit if the runner does not report a test as it starts', () => {
    expect(limits([], { can: { ...PYTEST_LIKE, stream: false } }).hang).toBeUndefined();
  });
});

describe('the time limit', () => {
  test('of a plain command of a test that hangs is twice one that ended, plus the wait for the hang', () => {
    const plain = seen({ tests: [target], mode: 'plain' }, [{}], 1_000);
    const makeTrial = trialMaker(diagnoseOptions(suite, target, 1, { timeBoxMs: 300_000 }), [
      took(2),
      hang,
      hang,
      plain,
    ]);
    expect(makeTrial([target], { mode: 'plain' }).timeBoxMs).toBe(2 * (1_000 + 2) + 1_500);
  });

  test('leaves a test enough time to count as hung, beyond three times the known duration of the tests', () => {
    const whole = seen({}, [{ test: polluter, ms: 40 }, { ms: 60 }], 200);
    expect(limits([whole]).timeBoxMs).toBe(3 * 200 + 10_000);
  });

  test('does not cut a suite that is known to be longer than the limit', () => {
    const whole = seen({}, [{ test: polluter, ms: 200_000 }, { ms: 99_000 }], 300_000);
    expect(limits([whole]).timeBoxMs).toBe(3 * 300_000);
  });
});
