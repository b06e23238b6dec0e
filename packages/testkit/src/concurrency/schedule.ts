/**
 * One run of a scenario under one schedule: tasks stop at steps, and whenever all are stopped, a choice decides which one continues.
 * `interleave.ts` decides which choices to try.
 */

import { turn } from '../clock/turn.ts';
import type { TestClock } from '../clock.ts';
import { fail } from '../text/refuse.ts';
import { throwAll } from './throw-all.ts';

/** A point at which another task may go first. With a promise, waits for it and then stops. */
export type Step = <T = void>(what?: string, promise?: T | Promise<T>) => Promise<T>;

/** The argument of a scenario: its tasks run under the schedule that is being tried. */
export interface Schedule {
  /** Adds a task; it starts when the schedule allows it. */
  task(name: string, body: (step: Step) => Promise<unknown>): void;
  /** Wraps an object with a step before and after every method call; all methods then return promises. */
  wrap<T extends object>(name: string, object: T): Stepping<T>;
  /** When no task is at a step, this clock advances to its next timer. */
  useClock(clock: TestClock): void;
  /** Runs the tasks to their end; rejects with their errors, and if they can never finish. */
  run(): Promise<void>;
}

export type Stepping<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : T[K];
};

/** Chooses which of `options` waiting steps continues; 0 means no switch of tasks. */
export type Choose = (options: number) => number;

// Turns of the event loop without any step: enough for promise chains, and for input and output of a local file.
const IDLE_TURNS = 1000;

/** One run; `steps` collects the executed steps in order. */
export function scheduledRun(choose: Choose, steps: string[]): Schedule {
  const waiting: (readonly [label: string, resume: () => void])[] = [];
  // This many at the front of the list were there at the last choice.
  let longWaiting = 0;
  const open = new Set<string>();
  const errors: unknown[] = [];
  let clock: TestClock | undefined;

  const stop = (label: string) => new Promise<void>((resume) => waiting.push([label, resume]));

  /** Choice 0 continues without a switch: the task that ran last, or else the one that has waited longest. */
  const letOneGoOn = () => {
    const at = (longWaiting + choose(waiting.length)) % waiting.length;
    const [[label, resume]] = waiting.splice(at, 1) as [(typeof waiting)[0]];
    longWaiting = waiting.length;
    steps.push(label);
    resume();
  };

  return {
    task(name, body) {
      if (open.has(name)) fail(`there is already a task '${name}'`);
      open.add(name);
      const step: Step = async <T>(what = 'step', promise?: T | Promise<T>) => {
        const value = await promise;
        await stop(`${name}: ${what}`);
        return value as T;
      };
      stop(`${name}: start`)
        .then(() => body(step))
        .catch((error: unknown) => errors.push(error))
        .finally(() => open.delete(name));
    },

    wrap: <T extends object>(name: string, object: T) =>
      new Proxy(object, {
        get(target, key) {
          const value = target[key as keyof T];
          if (typeof value !== 'function') return value;
          const label = `${name}.${String(key)}`;
          return async (...args: unknown[]) => {
            await stop(label);
            const result: unknown = await value.apply(target, args);
            await stop(`${label} done`);
            return result;
          };
        },
      }) as Stepping<T>,

    useClock(given) {
      clock = given;
    },

    async run() {
      await turn();
      for (let idle = 0; open.size && !errors.length; ) {
        if (waiting.length) {
          letOneGoOn();
          idle = 0;
        } else if (clock?.advanceToNext()) idle = 0;
        else if (++idle > IDLE_TURNS) {
          fail(`deadlock: ${[...open].join(', ')} wait for something that no task will do`);
        }
        await turn();
      }
      throwAll(errors, `${errors.length} tasks failed`);
    },
  };
}
