/**
 * The rival "two tests together": too many pairs to keep them all, so a random sample of them stands for the rest. It only has to tell
 * that no single test explains the counts; which tests they are is found by the joint search.
 */
import type { Random } from '@unflake/testkit/random';
import type { EventCount } from './subset-counts.ts';

const SAMPLED_PAIRS = 600;

export class PairSample {
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #runs: Int32Array;
  readonly #events: Int32Array;
  readonly #chosen: Uint8Array;

  constructor(size: number, random: Random) {
    const pairs = size < 2 ? 0 : SAMPLED_PAIRS;
    this.#first = new Int32Array(pairs);
    this.#second = new Int32Array(pairs);
    this.#runs = new Int32Array(pairs);
    this.#events = new Int32Array(pairs);
    this.#chosen = new Uint8Array(size);
    for (let at = 0; at < pairs; at += 1) {
      const first = random.int(0, size - 1);
      const other = random.int(0, size - 2);
      this.#first[at] = first;
      this.#second[at] = other >= first ? other + 1 : other;
    }
  }

  observe(subset: readonly number[], events: number, runs: number): void {
    if (subset.length < 2) return;
    for (const position of subset) this.#chosen[position] = 1;
    for (let at = 0; at < this.#runs.length; at += 1) {
      if (this.#chosen[this.#first[at]!] === 0 || this.#chosen[this.#second[at]!] === 0) continue;
      this.#runs[at]! += runs;
      this.#events[at]! += events;
    }
    for (const position of subset) this.#chosen[position] = 0;
  }

  /** log of the mean over the sampled pairs of what `logEvidence` says of a pair's counts; -∞ when there are no pairs. */
  logMean(logEvidence: (events: number, runs: number) => number): number {
    const groups = new Map<number, EventCount & { pairs: number }>();
    for (let at = 0; at < this.#runs.length; at += 1) {
      const [events, runs] = [this.#events[at]!, this.#runs[at]!];
      const key = runs * 65536 + events;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { events, runs, pairs: 1 });
      else group.pairs += 1;
    }
    // A map keeps the order of insertion, which is the order of the sample.
    const logs = [...groups.values()].map((group) => logEvidence(group.events, group.runs) + Math.log(group.pairs));
    const highest = Math.max(Number.NEGATIVE_INFINITY, ...logs);
    if (highest === Number.NEGATIVE_INFINITY) return highest;
    return highest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - highest), 0) / this.#runs.length);
  }
}
