/** The first failing level, as one of n + 1 hypotheses over ordered levels; tries the level that tells most. */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../findings.ts';
import { coinBits } from '../order/information.ts';
import type { RateFit } from '../statistics/rate-grid.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import type { LevelSearch } from './level-search.ts';
import { SCREEN_RATES } from './rates.ts';

/** With less to learn from a trial the search would not end. */
const MIN_BITS = 1e-3;

export class Threshold implements LevelSearch {
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  next(tallies: readonly Count[], room: number, mute: readonly boolean[]): readonly number[] {
    // Trials of one step cannot learn from each other; each is assumed to fall as believed, half a failure being neutral.
    const imagined = tallies.map(({ failures, runs }) => ({ failures, runs }));
    const positions: number[] = [];
    while (positions.length < room) {
      const belief = this.#believe(imagined);
      const at = this.#isDone(belief, imagined) ? -1 : this.#choose(belief, mute);
      if (at < 0) break;
      positions.push(at);
      const { failures, runs } = imagined[at]!;
      imagined[at] = { failures: failures + chanceAt(belief, at), runs: runs + 1 };
    }
    return positions;
  }

  conclude(tallies: readonly Tally[]) {
    const belief = this.#believe(tallies);
    const { shares } = belief;
    const posterior = Math.max(...shares);
    const start = shares.indexOf(posterior);
    const sure = this.#isDone(belief, tallies);
    // Below every threshold still believed, or above every one, a level is known although the threshold itself is not.
    const failing = tallies.map((_, at) => {
      if (sure) return at >= start;
      const share = shares.slice(0, at + 1).reduce((sum, each) => sum + each, 0);
      return share >= POSTERIOR.sure ? true : share <= 1 - POSTERIOR.sure ? false : null;
    });
    return { failing, posterior };
  }

  /** Sure of the threshold, with the levels at both of its sides seen to behave so. */
  #isDone({ shares }: Belief, tallies: readonly Count[]): boolean {
    const posterior = Math.max(...shares);
    if (posterior < POSTERIOR.sure) return false;
    const start = shares.indexOf(posterior);
    const fails = start === this.#size || tallies[start]!.failures > 0;
    const passes = start === 0 || tallies[start - 1]!.runs > tallies[start - 1]!.failures;
    return fails && passes;
  }

  #believe(tallies: readonly Count[]): Belief {
    const fits = Array.from({ length: this.#size + 1 }, (_, start) => {
      return SCREEN_RATES.fit(total(tallies.slice(start)), total(tallies.slice(0, start)));
    });
    const highest = Math.max(...fits.map(({ logEvidence }) => logEvidence));
    const weights = fits.map(({ logEvidence }) => Math.exp(logEvidence - highest));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    return { fits, shares: weights.map((weight) => weight / sum) };
  }

  /** The level whose outcome tells most; −1 when all are mute, or those that are not tell nothing. */
  #choose(belief: Belief, mute: readonly boolean[]): number {
    let best = { at: -1, bits: MIN_BITS };
    for (let at = 0; at < this.#size; at += 1) {
      if (mute[at]) continue;
      let known = 0;
      for (const [start, share] of belief.shares.entries())
        known += share * coinBits(rateAt(belief.fits[start]!, at >= start));
      const bits = coinBits(chanceAt(belief, at)) - known;
      if (bits > best.bits) best = { at, bits };
    }
    return best.at;
  }
}

interface Belief {
  readonly fits: readonly RateFit[];
  /** By the first failing level; the last stands for none. */
  readonly shares: readonly number[];
}

const rateAt = ({ p, q }: RateFit, fails: boolean) => (fails ? p : q);

function chanceAt({ fits, shares }: Belief, at: number): number {
  return shares.reduce((sum, share, start) => sum + share * rateAt(fits[start]!, at >= start), 0);
}

function total(counts: readonly Count[]): Count {
  return counts.reduce((sum, { failures, runs }) => ({ failures: sum.failures + failures, runs: sum.runs + runs }), {
    failures: 0,
    runs: 0,
  });
}
