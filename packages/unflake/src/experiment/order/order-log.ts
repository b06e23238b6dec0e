/** Runs the trials of a search and keeps their results: the event of each subset, the rows of the report, the budget. Decides nothing. */
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import { eventOf } from '../event-of.ts';
import type { OrderStep } from '../findings.ts';
import { NoSignal } from '../no-signal.ts';
import { ask, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import type { OrderSearch } from './order-search.ts';

/** One trial with an outcome: these candidates (positions, ascending) before the target, and whether the event occurred. */
export interface Query {
  readonly subset: readonly number[];
  readonly event: boolean;
  readonly trial: TrialId;
}

/** The part of a step that the live view shows. */
export type OrderStepText = Pick<PlanStep, 'doing' | 'why'> & Partial<Pick<PlanStep, 'belief' | 'trialsLeft'>>;

/** Attempts before a subset without an outcome is given up. */
const TRIES = 3;

export class OrderLog {
  readonly queries: Query[] = [];
  readonly steps: OrderStep[] = [];
  readonly trials: TrialId[] = [];
  /** Trials that said nothing. */
  noSignal = 0;
  readonly #search: OrderSearch;

  constructor(search: OrderSearch) {
    this.#search = search;
  }

  get left(): number {
    return this.#search.budget - this.trials.length;
  }

  /**
   * How often each of these ran without the event. Nothing counts once some of them alone showed it, because it is unknown which. Nothing
   * counts either if the culprits do not act every time: a search finds those that happened to act, while others happened not to.
   */
  observed(positions: readonly number[], culprits: readonly number[]): readonly number[] {
    const place = new Map(positions.map((position, at) => [position, at]));
    const times = new Array<number>(positions.length).fill(0);
    for (const { subset, event } of this.queries) {
      const known = subset.filter((position) => place.has(position));
      const unexplained = event && subset.length > 0 && known.length === subset.length;
      if (unexplained || (!event && culprits.every((culprit) => subset.includes(culprit)))) return times.fill(0);
      if (!event) for (const position of known) times[place.get(position)!]! += 1;
    }
    return times;
  }

  /** Runs these subsets side by side; `learn` takes each query, with its place among them, and says how many bits are unknown after it. */
  *put(
    subsets: readonly (readonly number[])[],
    about: OrderStepText,
    learn: (query: Query, at: number) => number,
  ): Generator<PlanStep, readonly Query[], Reply> {
    const answered = new Array<Query | null>(subsets.length).fill(null);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const open = subsets.map((_, at) => at).filter((at) => answered[at] === null);
      if (open.length === 0) break;
      const results = yield* this.#run(
        open.map((at) => subsets[at]!),
        about,
      );
      for (const [index, result] of results.entries()) {
        const at = open[index]!;
        answered[at] = this.#read(subsets[at]!, result);
      }
    }
    for (const [at, query] of answered.entries()) if (query !== null) this.#record(query, learn(query, at));
    const queries = answered.filter((query) => query !== null);
    if (queries.length < subsets.length) throw new NoSignal();
    return queries;
  }

  *#run(
    subsets: readonly (readonly number[])[],
    about: OrderStepText,
  ): Generator<PlanStep, readonly TrialResult[], Reply> {
    if (subsets.length > this.left) throw new PlanStopped('budget');
    const { candidates, fixed, target, make } = this.#search;
    const trials = subsets.map((subset) => make([...fixed, ...subset.map((at) => candidates[at]!), target]));
    const results = yield* ask({ phase: 'bisect', ...about, trials });
    for (const result of results) this.trials.push(result.id);
    return results;
  }

  #read(subset: readonly number[], result: TrialResult): Query | null {
    const seen = eventOf(result, this.#search.target, this.#search.fingerprints);
    if (seen === 'none') {
      this.noSignal += 1;
      return null;
    }
    return { subset, event: seen === this.#search.event, trial: result.id };
  }

  #record(query: Query, entropy: number): void {
    this.queries.push(query);
    const { event, trial, subset } = query;
    this.steps.push({ subset: rangesOf(subset), size: subset.length, event, entropy, trial });
  }
}

/** Positions as people read them: `0-23,31`. */
export function rangesOf(positions: readonly number[]): string {
  const ranges: string[] = [];
  let start = 0;
  for (let at = 1; at <= positions.length; at += 1) {
    if (at < positions.length && positions[at] === positions[at - 1]! + 1) continue;
    const [from, to] = [positions[start]!, positions[at - 1]!];
    ranges.push(from === to ? `${from}` : `${from}-${to}`);
    start = at;
  }
  return ranges.join(',');
}
