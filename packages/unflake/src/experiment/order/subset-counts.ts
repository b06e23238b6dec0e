/** What was seen so far, counted in the ways the belief needs: per candidate, in total, and by how many tests ran. Knows no probabilities. */
export interface EventCount {
  events: number;
  runs: number;
}

/** Upper ends of the bins by share of candidates; none and one alone make up bin 0, everything above the last is the top bin. */
const BIN_ENDS = [0.1, 0.25, 0.75];
export const BINS = BIN_ENDS.length + 2;

export class SubsetCounts {
  readonly size: number;
  /** Runs, and events among them, in which the candidate at this position ran before the target. */
  readonly runs: Int32Array;
  readonly events: Int32Array;
  readonly total: EventCount = { events: 0, runs: 0 };
  readonly none: EventCount = { events: 0, runs: 0 };
  readonly bins: readonly EventCount[] = Array.from({ length: BINS }, () => ({ events: 0, runs: 0 }));
  readonly #singles = new Map<number, EventCount>();

  constructor(size: number) {
    this.size = size;
    this.runs = new Int32Array(size);
    this.events = new Int32Array(size);
  }

  /** Negative `runs` take back what was observed before. */
  observe(subset: readonly number[], events: number, runs: number): void {
    for (const position of subset) {
      this.runs[position]! += runs;
      this.events[position]! += events;
    }
    for (const count of this.#places(subset)) {
      count.runs += runs;
      count.events += events;
    }
  }

  single(position: number): Readonly<EventCount> {
    return this.#singles.get(position) ?? { events: 0, runs: 0 };
  }

  #places(subset: readonly number[]): EventCount[] {
    const places = [this.total, this.bins[binOf(subset.length, this.size)]!];
    if (subset.length === 0) places.push(this.none);
    if (subset.length === 1) places.push(this.#ensureSingle(subset[0]!));
    return places;
  }

  #ensureSingle(position: number): EventCount {
    const count = this.#singles.get(position) ?? { events: 0, runs: 0 };
    this.#singles.set(position, count);
    return count;
  }
}

function binOf(chosen: number, size: number): number {
  if (chosen <= 1 && chosen < size) return 0;
  const at = BIN_ENDS.findIndex((end) => chosen / size <= end);
  return at < 0 ? BINS - 1 : at + 1;
}
