/** Where the hunt stands with each test: which suspects are to be settled next, and what was decided about them. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { ConfirmedFlaky } from './confirmed-flaky.ts';
import type { Execution, HuntRecord } from './hunt-record.ts';

/** A failure that did not repeat is looked into again when another one comes, this often. */
const MAX_ATTEMPTS = 3;

export class TestStatus {
  readonly flaky = new Map<TestId, ConfirmedFlaky>();
  /** Tests that fail after one that never passed. */
  readonly follows = new Map<TestId, { readonly broken: TestId; readonly confirmed: ConfirmedFlaky }>();
  /** Failures of a test that were looked into. */
  readonly #settled = new Map<TestId, { attempts: number; failures: number }>();
  readonly #record: HuntRecord;

  constructor(record: HuntRecord) {
    this.#record = record;
  }

  /**
   * Failures to look into, one for each test that has passed too: at first one without settings, which then are not the cause, and of a first
   * run, for which the test itself is not the cause; later one of `results`, where it failed in them.
   */
  suspects(results: readonly TrialResult[]): readonly Execution[] {
    const fresh = new Set(results.map(({ id }) => id));
    return this.#record.failing().flatMap((test) => {
      if (this.isDecided(test) || !this.#record.hasPassed(test)) return [];
      const failures = this.#record.failuresOf(test);
      const before = this.#settled.get(test);
      if (before !== undefined && (before.attempts >= MAX_ATTEMPTS || before.failures === failures.length)) return [];
      const unset = failures.filter(({ result: { trial } }) => Object.keys(trial.conditions).length === 0);
      const plain = unset.findLast(({ observation: { run } }) => run === 0) ?? unset.at(-1);
      const latest = failures.find(({ result }) => fresh.has(result.id)) ?? failures.at(-1)!;
      return [before === undefined ? (plain ?? latest) : latest];
    });
  }

  isDecided(test: TestId): boolean {
    return this.flaky.has(test) || this.follows.has(test);
  }

  /** After its experiments: their own failures are no new ones. */
  lookedInto(test: TestId): void {
    const attempts = (this.#settled.get(test)?.attempts ?? 0) + 1;
    this.#settled.set(test, { attempts, failures: this.#record.failuresOf(test).length });
  }

  wasLookedInto(test: TestId): boolean {
    return this.#settled.has(test);
  }

  /** It failed, and never passed. */
  neverPassed(): readonly TestId[] {
    return this.#record.failing().filter((test) => !this.#record.hasPassed(test));
  }
}
