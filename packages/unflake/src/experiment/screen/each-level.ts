/** For unordered levels: alternates them until each clearly fails or passes. */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../findings.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import type { LevelSearch } from './level-search.ts';

/** Rates stay uncertain enough that one run cannot decide. */
const LOWEST = 0.03;
const HIGHEST = 0.97;
const MAX_RUNS = 20;

export class EachLevel implements LevelSearch {
  readonly #on: number;
  readonly #off: number;

  constructor({ on, off }: { readonly on: number; readonly off: number }) {
    this.#on = Math.min(HIGHEST, Math.max(LOWEST, on));
    this.#off = Math.min(HIGHEST, Math.max(LOWEST, off));
    if (this.#on <= this.#off) throw new RangeError(`levels cannot be told apart by rates of ${on} and ${off}`);
  }

  next(tallies: readonly Tally[], room: number, mute: readonly boolean[]): readonly number[] {
    return [...tallies.keys()]
      .filter((at) => !mute[at] && this.#state(tallies[at]!) === null && tallies[at]!.runs < MAX_RUNS)
      .sort((a, b) => tallies[a]!.runs - tallies[b]!.runs || a - b)
      .slice(0, room);
  }

  /** The posterior is that of the least certain level. */
  conclude(tallies: readonly Tally[]) {
    const sureties = tallies.map((tally) => 1 / (1 + Math.exp(-Math.abs(this.#logOdds(tally)))));
    return { failing: tallies.map((tally) => this.#state(tally)), posterior: Math.min(...sureties) };
  }

  #state(tally: Count): boolean | null {
    const odds = this.#logOdds(tally);
    return Math.abs(odds) < Math.log(BAYES_FACTOR.proof) ? null : odds > 0;
  }

  #logOdds({ failures, runs }: Count): number {
    const [on, off] = [this.#on, this.#off];
    return failures * Math.log(on / off) + (runs - failures) * Math.log((1 - on) / (1 - off));
  }
}
