import { describe, expect, test } from 'vitest';
import { drive } from '../../../../src/engine/drive/drive.ts';
import { local } from '../../../../src/engine/executors/local.ts';
import type { Plan } from '../../../../src/experiment/plan.ts';
import { trialOf } from '../sample-trial.ts';
import { step, steps, world } from './sample-plan.ts';

describe('budgets', () => {
  test('a step that exceeds the remaining trials is not started', async () => {
    const { options, ran } = world({ budget: { trials: 4, minutes: 1_000 } });
    const finding = await drive(steps(3, 2), options);
    expect(finding).toMatchObject({ stop: 'budget', ids: ['t-1', 't-2', 't-3'] });
    expect(ran).toHaveLength(3);
  });

  test('when the time is up no further trial starts, also inside a step', async () => {
    const { options, ran, kept } = world({ budget: { trials: 1_000, minutes: 3 / 60 }, executor: local({ jobs: 1 }) });
    const finding = await drive(steps(10), options);
    expect(finding.stop).toBe('budget');
    expect(ran).toEqual([0, 1, 2]);
    // The same budget again: nothing is left of it. A larger one: the holes are filled.
    expect((await drive(steps(10), options)).stop).toBe('budget');
    expect(ran).toHaveLength(3);
    const more = await drive(steps(10), { ...options, budget: { trials: 1_000, minutes: 1 } });
    expect(more.stop).toBe(null);
    expect(ran).toHaveLength(10);
    expect(kept.size).toBe(10);
  });

  test('what was spent before the first trial counts, and is in the recorded times', async () => {
    const { options, ran, kept } = world({
      budget: { trials: 1_000, minutes: 3 / 60 },
      executor: local({ jobs: 1 }),
      beganAt: -1_500,
    });
    expect((await drive(steps(10), options)).stop).toBe('budget');
    expect(ran).toEqual([0]);
    expect(kept.get(1)?.atMs).toBe(2_500);
  });

  test('a trial that would not fit, by the duration of earlier ones, is not started', async () => {
    const { options, ran } = world({ budget: { trials: 1_000, minutes: 2.5 / 60 }, executor: local({ jobs: 1 }) });
    expect((await drive(steps(1, 1, 1), options)).stop).toBe('budget');
    expect(ran).toEqual([0, 1]);
  });

  test('a trial that still runs when the time is over is cancelled and not recorded', async () => {
    let ended = false;
    const { options, kept } = world({
      budget: { trials: 1_000, minutes: 0.1 / 60 },
      run: (_trial, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            ended = true;
            reject(signal.reason);
          });
        }),
    });
    expect((await drive(steps(1), options)).stop).toBe('budget');
    expect(ended).toBe(true);
    expect(kept.size).toBe(0);
  });

  test('what is recorded already is returned even when the budget is smaller now', async () => {
    const { options, ran } = world();
    await drive(steps(3), options);
    const finding = await drive(steps(3), { ...options, budget: { trials: 1, minutes: 0 } });
    expect(finding).toMatchObject({ stop: null, ids: ['t-1', 't-2', 't-3'] });
    expect(ran).toHaveLength(3);
  });

  test('a plan that continues asking after the stop gets the same answer and nothing is run', async () => {
    const { options, ran } = world({ budget: { trials: 0, minutes: 1 } });
    const replies: unknown[] = [];
    function* stubborn(): Plan<null> {
      replies.push(yield step([trialOf()]), yield step([trialOf()]), yield step([]));
      return null;
    }
    await drive(stubborn(), options);
    expect(replies).toEqual([{ stop: 'budget' }, { stop: 'budget' }, { stop: 'budget' }]);
    expect(ran).toEqual([]);
  });
});
