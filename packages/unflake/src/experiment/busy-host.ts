/**
 * Repeats trials during which the host took much of the CPU time, so that they count for no cause in time: they say as much about the host
 * as about the test. Repeated whatever their outcome was, and replaced by the last repeat.
 */
import type { Tally } from '../contract/findings.ts';
import type { TestId } from '../contract/test-id.ts';
import type { TrialResult } from '../contract/trial.ts';
import type { Fingerprints } from './event-of.ts';
import { ask, type PlanStep, type Reply } from './plan.ts';
import { RunningTally } from './running-tally.ts';

/** With a third of its CPU time gone, a trial takes half as long again: as much as under our weakest slowdown. */
export const MAX_STOLEN = 1 / 3;
const MAX_REPEATS = 2;
/** After this many repeats in a row that were no better, the host is always like this, and trials count as they are. */
const MAX_IN_VAIN = 6;

export const hostWasBusy = ({ stolen }: Pick<TrialResult, 'stolen'>): boolean => (stolen ?? 0) > MAX_STOLEN;

/** Of one stage. */
export class HostWatch {
  /** Trials run, repeats included. */
  asked = 0;
  readonly #setAside: TrialResult[] = [];
  #inVain = 0;

  /** `room`: how many trials may still be run. Null: the trial does not count, and there was no room for a repeat. */
  *ask(step: PlanStep, room: number): Generator<PlanStep, readonly (TrialResult | null)[], Reply> {
    const counting: (TrialResult | null)[] = [...(yield* this.#run(step))];
    let left = room - counting.length;
    for (let repeat = 0; repeat < MAX_REPEATS && this.#inVain < MAX_IN_VAIN; repeat += 1) {
      const busy = counting.flatMap((result, at) => (result !== null && hostWasBusy(result) ? [at] : []));
      if (busy.length === 0) break;
      this.#setAside.push(...busy.map((at) => counting[at]!));
      const fits = busy.length <= left;
      const again = fits ? yield* this.#run(repeatOf(step, busy)) : [];
      for (const [index, at] of busy.entries()) counting[at] = again[index] ?? null;
      for (const result of again) this.#inVain = hostWasBusy(result) ? this.#inVain + 1 : 0;
      left -= again.length;
    }
    return counting;
  }

  *#run(step: PlanStep): Generator<PlanStep, readonly TrialResult[], Reply> {
    const results = yield* ask(step);
    this.asked += results.length;
    return results;
  }

  /** What does not count; empty where the host was never busy. */
  finding(target: TestId, fingerprints: Fingerprints): { readonly setAside?: Tally } {
    if (this.#setAside.length === 0) return {};
    const tally = new RunningTally();
    for (const result of this.#setAside) tally.add(result, target, fingerprints);
    return { setAside: tally.tally() };
  }
}

function repeatOf(step: PlanStep, places: readonly number[]): PlanStep {
  return {
    ...step,
    doing: `${step.doing}, again`,
    why: 'the host of this machine took more than a third of the CPU time meanwhile',
    trials: places.map((at) => step.trials[at]!),
  };
}
