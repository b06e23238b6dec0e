/** Which ordered pairs of tests have run directly after each other in one process. */
import { fileOf } from '../../contract/file-of.ts';
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';

/** The tests of one group share a process. */
export function processOf({ process }: Pick<Capabilities, 'process'>): (test: TestId) => string {
  if (process === 'suite') return () => '';
  return process === 'file' ? (test) => fileOf(test) ?? '' : (test) => test;
}

export class PairCoverage {
  readonly #place: ReadonlyMap<TestId, number>;
  readonly #processOf: (test: TestId) => string;
  readonly #seen = new Set<number>();
  readonly #can: Capabilities;
  readonly #tests: readonly TestId[];

  constructor(tests: readonly TestId[], can: Capabilities) {
    this.#tests = tests;
    this.#can = can;
    this.#place = new Map(tests.map((test, at) => [test, at]));
    this.#processOf = processOf(can);
  }

  get pairs(): number {
    return this.#seen.size;
  }

  /** Pairs that could run in one process; a test after itself only where it can be repeated. */
  get of(): number {
    const sizes = new Map<string, number>();
    for (const test of this.#tests) {
      const process = this.#processOf(test);
      sizes.set(process, (sizes.get(process) ?? 0) + 1);
    }
    return [...sizes.values()].reduce((sum, size) => sum + size * (this.#can.repeat ? size : size - 1), 0);
  }

  /** Executions in the order in which one process ran them; tests of other processes in between do not matter. */
  add(executions: readonly TestId[]): void {
    for (const pair of this.#pairsOf(executions)) this.#seen.add(pair);
  }

  newPairs(executions: readonly TestId[]): number {
    return new Set(this.#pairsOf(executions).filter((pair) => !this.#seen.has(pair))).size;
  }

  #pairsOf(executions: readonly TestId[]): readonly number[] {
    const last = new Map<string, number>();
    const found: number[] = [];
    for (const test of executions) {
      const place = this.#place.get(test);
      if (place === undefined) continue;
      const process = this.#processOf(test);
      const before = last.get(process);
      if (before !== undefined) found.push(before * this.#place.size + place);
      last.set(process, place);
    }
    return found;
  }
}
