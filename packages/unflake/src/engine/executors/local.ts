/** Runs trials on this machine, side by side up to `jobs`; an exclusive trial has the machine for itself. */
import type { Trial } from '../../contract/trial.ts';
import type { Executor } from './executor.ts';

export function local({ jobs }: { readonly jobs: number }): Executor {
  return {
    name: 'local',
    each: (trials, run) => new SideBySide(trials, run, Math.max(1, jobs)).results(),
  };
}

class SideBySide<Result> {
  readonly #trials: readonly Trial[];
  readonly #run: (trial: Trial, index: number) => Promise<Result>;
  readonly #jobs: number;
  readonly #results: Result[];
  #failure: { readonly reason: unknown } | undefined;

  constructor(trials: readonly Trial[], run: (trial: Trial, index: number) => Promise<Result>, jobs: number) {
    this.#trials = trials;
    this.#run = run;
    this.#jobs = jobs;
    this.#results = new Array<Result>(trials.length);
  }

  async results(): Promise<readonly Result[]> {
    const indices = this.#trials.map((_, index) => index);
    await this.#lanes(indices.filter((index) => !this.#trials[index]!.exclusive));
    // Exclusive trials run last, one at a time, with nothing else of ours.
    for (const index of indices) if (this.#trials[index]!.exclusive) await this.#one(index);
    if (this.#failure !== undefined) throw this.#failure.reason;
    return this.#results;
  }

  async #lanes(queue: readonly number[]): Promise<void> {
    let next = 0;
    const lane = async () => {
      while (next < queue.length) {
        const index = queue[next]!;
        next += 1;
        await this.#one(index);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#jobs, queue.length) }, lane));
  }

  async #one(index: number): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      this.#results[index] = await this.#run(this.#trials[index]!, index);
    } catch (reason) {
      this.#failure ??= { reason };
    }
  }
}
