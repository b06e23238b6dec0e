import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drive } from '../../../../src/engine/drive/drive.ts';
import type { Plan } from '../../../../src/experiment/plan.ts';
import { ids, runOf, trialOf } from '../sample-trial.ts';
import { step, steps, world } from './sample-plan.ts';

describe('driving a plan', () => {
  test('gives each trial its number and the plan its results in the order of the step', async () => {
    const { options, ran, kept } = world();
    const finding = await drive(steps(3, 2), options);
    expect(finding).toEqual({
      outcomes: ['passed', 'passed', 'failed', 'passed', 'passed', 'failed'],
      ids: ['t-1', 't-2', 't-3', 't-4', 't-5', 't-6'],
      stop: null,
    });
    expect(ran).toHaveLength(6);
    expect([...kept.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('records a trial before the plan sees it, and each when it ends', async () => {
    const { options, kept } = world();
    const seen: number[] = [];
    function* plan(): Plan<null> {
      const reply = yield step([trialOf({ seed: 0 }), trialOf({ seed: 1 })]);
      seen.push(kept.size, 'stop' in reply ? 0 : reply.length);
      return null;
    }
    await drive(plan(), options);
    expect(seen).toEqual([2, 2]);
  });

  test('does not give the plan a result that could not be recorded', async () => {
    const full = new Error('no space');
    const { options } = world({
      append: () => {
        throw full;
      },
    });
    await expect(drive(steps(2, 2), options)).rejects.toBe(full);
  });

  test('emits events for what it does', async () => {
    const { options, events } = world();
    function* plan(): Plan<null> {
      yield step([trialOf({ seed: 2 })], ['repeat  1 run']);
      return null;
    }
    await drive(plan(), options);
    expect(events).toEqual([
      { type: 'said', phase: 'confirm', text: 'repeat  1 run', ms: 0 },
      { type: 'step', phase: 'confirm', doing: 'runs alone', why: 'to see it fail', trials: 1 },
      { type: 'trial-finished', trial: 't-1', phase: 'confirm', outcome: 'failed', ms: 7, replayed: false },
    ]);
  });
});

describe('resuming', () => {
  test('whatever was recorded before the cut, only missing trials run and the finding is the same', async () => {
    const whole = world();
    const expected = await drive(steps(3, 2, 4), whole.options);
    await fc.assert(
      fc.asyncProperty(fc.subarray([...whole.kept.keys()].sort((a, b) => a - b)), async (left) => {
        const again = world();
        for (const seq of left) again.kept.set(seq, whole.kept.get(seq)!);
        expect(await drive(steps(3, 2, 4), again.options)).toEqual(expected);
        expect(again.ran).toHaveLength(whole.kept.size - left.length);
      }),
    );
  });

  test('a recorded trial that is not the one the plan asks for is a fault', async () => {
    const { options, kept } = world();
    await drive(steps(2), options);
    kept.set(2, { ...kept.get(2)!, key: 'another' });
    await expect(drive(steps(2), options)).rejects.toMatchObject({ code: 'CASE_CHANGED', details: { trial: 't-2' } });
  });

  test('under another budget the recorded trials are dropped from the first one that is not asked for any more', async () => {
    const { options, kept, ran } = world();
    await drive(steps(4), options);
    kept.set(2, { ...kept.get(2)!, key: 'another' });
    const drop = async (from: number) => {
      for (const seq of kept.keys()) if (seq >= from) kept.delete(seq);
    };
    expect((await drive(steps(4), { ...options, drop })).ids).toEqual(['t-1', 't-2', 't-3', 't-4']);
    expect(ran).toHaveLength(4 + 3);
  });

  test('replayed trials are reported as such', async () => {
    const { options, events } = world();
    await drive(steps(1), options);
    await drive(steps(1), options);
    expect(events.filter((event) => event.type === 'trial-finished').map(({ replayed }) => replayed)).toEqual([
      false,
      true,
    ]);
  });
});

describe('cancelling', () => {
  test('ends the running trials, keeps no partial result, and informs the plan', async () => {
    const cancel = new AbortController();
    const ended: number[] = [];
    const { options, kept } = world({
      signal: cancel.signal,
      run: (trial, signal) =>
        new Promise((resolve, reject) => {
          if (trial.seed === 0) return resolve(runOf(trial));
          signal.addEventListener('abort', () => {
            ended.push(trial.seed);
            // One gives up, the other comes back with what it has: neither may be kept.
            if (trial.seed === 1) reject(signal.reason);
            else resolve(runOf(trial));
          });
          if (trial.seed === 2) cancel.abort();
        }),
    });
    const finding = await drive(steps(3, 1), options);
    expect(finding.stop).toBe('cancelled');
    expect(ended.sort()).toEqual([1, 2]);
    expect([...kept.keys()]).toEqual([1]);
  });

  test('a signal that has fired already runs nothing', async () => {
    const { options, ran } = world({ signal: AbortSignal.abort() });
    expect((await drive(steps(2), options)).stop).toBe('cancelled');
    expect(ran).toEqual([]);
  });
});

test('a fault in one trial ends the others of its step and reaches the caller', async () => {
  const broken = new Error('cannot start');
  const ended: number[] = [];
  const { options, kept } = world({
    run: (trial, signal) =>
      new Promise((_, reject) => {
        if (trial.seed === 0) signal.addEventListener('abort', () => reject(ended.push(trial.seed)));
        else reject(broken);
      }),
  });
  await expect(drive(steps(4), options)).rejects.toBe(broken);
  expect(ended).toEqual([0]);
  expect(kept.size).toBe(0);
});

test('the event shows the worst execution of the first watched test', async () => {
  const [a, b] = ids('a', 'b');
  const { options, events } = world({
    run: async (trial) => ({
      ...runOf(trial),
      observations: [
        { test: a!, run: 0, outcome: 'failed', ms: 1 },
        { test: b!, run: 0, outcome: 'passed', ms: 1 },
        { test: b!, run: 1, outcome: 'errored', ms: 1 },
      ],
    }),
  });
  function* plan(): Plan<null> {
    yield step([trialOf({ tests: [a!, b!], watch: [b!] })]);
    return null;
  }
  await drive(plan(), options);
  expect(events.at(-1)).toMatchObject({ type: 'trial-finished', outcome: 'errored' });
});
