/**
 * One run of a scenario under one schedule: tasks stop at steps, and whenever all are stopped, a choice says which one
 * goes on. Which choices to try is left to `interleave.ts`.
 */

import { turn } from '../clock/turn.ts';
import type { TestClock } from '../clock.ts';
import { throwAll } from './throw-all.ts';

/** A point at which another task may go first. With a promise, waits for it and then stops. */
export type Step = <T = void>(what?: string, promise?: T | Promise<T>) => Promise<T>;

/** What a scenario is given: its tasks run under the schedule that is being tried. */
export interface Schedule {
  /** Adds a task; it starts when the schedule lets it. */
  task(name: string, body: (step: Step) => Promise<unknown>): void;
  /** The object with a step before and after every call of its methods, which then all return promises. */
  wrap<T extends object>(name: string, object: T): Stepping<T>;
  /** When no task stands at a step, this clock goes on to its next timer. */
  useClock(clock: TestClock): void;
  /** Runs the tasks to their ends; rejects with what they threw, and when they can never end. */
  run(): Promise<void>;
}

export type Stepping<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : T[K];
};

/** Which of `options` waiting steps goes on; 0 means no switch of tasks. */
export type Choose = (options: number) => number;

interface Waiting {
  readonly label: string;
  readonly resume: () => void;
}

// Turns of the event loop without any step: enough for promise chains, and for input and output of a local file.
const IDLE_TURNS = 1000;

export class ScheduledRun implements Schedule {
  /** What was let through, in order. */
  readonly steps: string[] = [];
  readonly #choose: Choose;
  readonly #waiting: Waiting[] = [];
  // So many at the front of the list were there already when the last choice was made.
  #longWaiting = 0;
  readonly #open = new Set<string>();
  readonly #errors: unknown[] = [];
  #clock: TestClock | undefined;

  constructor(choose: Choose) {
    this.#choose = choose;
  }

  task(name: string, body: (step: Step) => Promise<unknown>): void {
    if (this.#open.has(name)) throw new Error(`there is already a task '${name}'`);
    this.#open.add(name);
    const step: Step = async <T>(what = 'step', promise?: T | Promise<T>) => {
      const value = await promise;
      await this.#stop(`${name}: ${what}`);
      return value as T;
    };
    const live = async () => {
      await this.#stop(`${name}: start`);
      await body(step);
    };
    live().then(
      () => this.#open.delete(name),
      (error: unknown) => {
        this.#open.delete(name);
        this.#errors.push(error);
      },
    );
  }

  wrap<T extends object>(name: string, object: T): Stepping<T> {
    const get = (target: T, key: string | symbol): unknown => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        await this.#stop(`${name}.${String(key)}`);
        const result: unknown = await value.apply(target, args);
        await this.#stop(`${name}.${String(key)} done`);
        return result;
      };
    };
    return new Proxy(object, { get }) as Stepping<T>;
  }

  useClock(clock: TestClock): void {
    this.#clock = clock;
  }

  async run(): Promise<void> {
    await turn();
    for (let idle = 0; this.#open.size > 0 && this.#errors.length === 0; ) {
      if (this.#waiting.length > 0) {
        this.#letOneGoOn();
        idle = 0;
      } else if (this.#clock?.advanceToNext()) {
        idle = 0;
      } else if (++idle > IDLE_TURNS) {
        throw new Error(`deadlock: ${[...this.#open].join(', ')} wait for something that no task will do`);
      }
      await turn();
    }
    throwAll(this.#errors, `${this.#errors.length} tasks failed`);
  }

  /** Choice 0 is what goes on without a switch: the task that ran last, or else the one that has waited longest. */
  #letOneGoOn(): void {
    const waiting = this.#waiting;
    const at = (this.#longWaiting + this.#choose(waiting.length)) % waiting.length;
    const [next] = waiting.splice(at, 1);
    this.#longWaiting = waiting.length;
    this.steps.push(next!.label);
    next!.resume();
  }

  #stop(label: string): Promise<void> {
    return new Promise((resume) => this.#waiting.push({ label, resume }));
  }
}
