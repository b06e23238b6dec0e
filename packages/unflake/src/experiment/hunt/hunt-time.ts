/** How much time a hunt has left: of its budget, and of the usual effort where nobody said how long it may take. */
import type { TrialResult } from '../../contract/trial.ts';
import { type ArmState, expectedMs, fitsInto, type HuntTimes, shareOf } from './arm-state.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { HuntRecord } from './hunt-record.ts';
import { UsualEffort } from './usual-effort.ts';

export class HuntTime {
  readonly effort: UsualEffort;
  readonly #options: Pick<ResolvedHuntOptions, 'budgetMs'>;
  readonly #record: HuntRecord;
  /** Of the round that ended last: rounds at the same time end in any order. */
  #atMs = 0;

  constructor(options: ResolvedHuntOptions, record: HuntRecord) {
    this.#options = options;
    this.#record = record;
    this.effort = new UsualEffort(options, (test) => record.costs().duration(test));
  }

  /** A trial of a round has ended. */
  add({ atMs }: TrialResult): void {
    this.#atMs = Math.max(this.#atMs, atMs);
  }

  leftMs(): number {
    return this.#options.budgetMs - Math.max(this.#atMs, this.#record.seen.at(-1)?.atMs ?? 0);
  }

  /** What further rounds may take together. */
  roundsLeftMs(): number {
    return Math.min(this.leftMs(), this.effort.leftMs());
  }

  /** Suspects need time too: in the second half of the budget they are settled at once. */
  isLate(): boolean {
    return this.leftMs() < this.#options.budgetMs / 2;
  }

  times(): HuntTimes {
    const { budgetMs } = this.#options;
    return { budgetMs, spentMs: budgetMs - this.leftMs(), suiteMs: this.effort.suiteMs() };
  }

  /** It has rounds left, and the next one fits into the rest of the budget. */
  canRun(arm: ArmState): boolean {
    return !arm.isExhausted && fitsInto(this.leftMs(), arm, this.times());
  }

  /** It lacks rounds of its own, which it would have had in a longer time. */
  isCut(arm: ArmState): boolean {
    const times = this.times();
    const isShort = expectedMs(arm, times.suiteMs) <= shareOf(arm) * times.budgetMs;
    return !arm.isExhausted && arm.rounds < arm.floor && isShort && !this.canRun(arm);
  }

  /** Its next round fits into the rest of the budget and of the usual effort. */
  fits(arm: ArmState): boolean {
    return fitsInto(this.roundsLeftMs(), arm, this.times());
  }

  /** There would be time for its rounds, but the usual effort is spent and nobody asked for more. */
  isLeftOut(arm: ArmState): boolean {
    return this.canRun(arm) && !fitsInto(this.effort.leftMs(), arm, this.times());
  }
}
