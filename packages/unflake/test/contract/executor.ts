/** What every executor must do with the trials of a step: one body, an arm per executor. */
import { describe, expect, test } from 'vitest';
import type { Executor } from '../../src/engine/executors/executor.ts';
import { trialOf } from '../unit/engine/sample-trial.ts';

export interface ExecutorArm {
  readonly name: string;
  readonly open: (jobs: number) => Executor;
}

/** Runs that end when they are told to, and a record of which ran beside which. */
function handheld() {
  const running = new Set<number>();
  const beside: string[] = [];
  const ends = new Map<number, () => void>();
  return {
    running,
    beside,
    run: (seed: number) =>
      new Promise<string>((resolve) => {
        running.add(seed);
        beside.push([...running].sort().join('+'));
        ends.set(seed, () => {
          running.delete(seed);
          resolve(`result ${seed}`);
        });
      }),
    async end(seed: number) {
      ends.get(seed)!();
      // One turn of the event loop is all that the next trial may need to start.
      await new Promise(setImmediate);
    },
  };
}

const trials = (...exclusive: boolean[]) => exclusive.map((alone, seed) => trialOf({ seed, exclusive: alone }));

export function executorContract({ name, open }: ExecutorArm): void {
  describe(`the ${name} executor`, () => {
    test('keeps the order of the step, whatever order the trials end in', async () => {
      const hand = handheld();
      const results = open(3).each(trials(false, false, false), ({ seed }) => hand.run(seed));
      for (const seed of [2, 0, 1]) await hand.end(seed);
      expect(await results).toEqual(['result 0', 'result 1', 'result 2']);
    });

    test('runs no more trials at once than it was given jobs', async () => {
      const hand = handheld();
      const results = open(2).each(trials(false, false, false, false), ({ seed }) => hand.run(seed));
      expect([...hand.running]).toEqual([0, 1]);
      await hand.end(1);
      expect([...hand.running]).toEqual([0, 2]);
      for (const seed of [0, 2, 3]) await hand.end(seed);
      await results;
      expect(hand.beside).toEqual(['0', '0+1', '0+2', '2+3']);
    });

    test('runs an exclusive trial alone', async () => {
      const hand = handheld();
      const results = open(4).each(trials(true, false, true, false), ({ seed }) => hand.run(seed));
      for (const seed of [1, 3, 0, 2]) await hand.end(seed);
      expect(await results).toEqual(['result 0', 'result 1', 'result 2', 'result 3']);
      expect(hand.beside).toEqual(['1', '1+3', '0', '2']);
    });

    test('after a rejection starts nothing more, waits for what is running, and rejects with the first reason', async () => {
      const hand = handheld();
      const broken = new Error('first');
      const started: number[] = [];
      let settled = false;
      const results = open(2).each(trials(false, false, false, true), ({ seed }) => {
        started.push(seed);
        return seed === 1 ? Promise.reject(broken) : hand.run(seed);
      });
      const failed = expect(results.finally(() => (settled = true))).rejects.toBe(broken);
      await new Promise(setImmediate);
      expect(settled).toBe(false);
      await hand.end(0);
      await failed;
      expect(started).toEqual([0, 1]);
    });

    test('a step without trials has no results', async () => {
      expect(await open(2).each([], () => Promise.reject(new Error('never called')))).toEqual([]);
    });
  });
}
