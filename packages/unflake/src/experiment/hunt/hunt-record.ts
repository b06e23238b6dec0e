/** Everything that the trials of a hunt showed: which arm each belongs to, and what each test did in it. No failure is left out of a count. */
import type { Count } from '../../contract/evidence.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Observation, Trial, TrialId, TrialResult } from '../../contract/trial.ts';
import { costs, type TrialCosts } from '../diagnose/costs.ts';

/** One execution of one test, with the trial that it belongs to. */
export interface Execution {
  readonly result: TrialResult;
  readonly observation: Observation;
}

interface OfTest {
  readonly counts: Map<string, { failures: number; runs: number }>;
  /** That passed or failed. */
  readonly all: Execution[];
  readonly failed: Execution[];
  hasPassed: boolean;
}

export class HuntRecord {
  readonly seen: TrialResult[] = [];
  readonly #arms = new Map<TrialId, string>();
  readonly #trials = new Map<TrialId, Trial>();
  readonly #tests = new Map<TestId, OfTest>();
  #costs: { readonly at: number; readonly value: TrialCosts } | null = null;

  add(arm: string, result: TrialResult): void {
    this.seen.push(result);
    this.#arms.set(result.id, arm);
    this.#trials.set(result.id, result.trial);
    for (const observation of result.observations) this.#observe(arm, { result, observation });
  }

  /** Of trials without conditions, which change how long a test takes. */
  costs(): TrialCosts {
    if (this.#costs?.at !== this.seen.length) {
      const plain = this.seen.filter(({ trial }) => Object.keys(trial.conditions).length === 0);
      this.#costs = { at: this.seen.length, value: costs(plain) };
    }
    return this.#costs.value;
  }

  armOf(id: TrialId): string {
    return this.#arms.get(id)!;
  }

  trial(id: TrialId): Trial {
    return this.#trials.get(id)!;
  }

  /** By arm, in the order in which the arms came up. */
  counts(test: TestId): ReadonlyMap<string, Count> {
    return this.#tests.get(test)?.counts ?? new Map();
  }

  total(test: TestId): Count {
    const all = [...this.counts(test).values()];
    return {
      failures: all.reduce((sum, { failures }) => sum + failures, 0),
      runs: all.reduce((sum, { runs }) => sum + runs, 0),
    };
  }

  /** That passed or failed, in the order of the trials. */
  executionsOf(test: TestId): readonly Execution[] {
    return this.#tests.get(test)?.all ?? [];
  }

  /** In the order of the trials. */
  failuresOf(test: TestId): readonly Execution[] {
    return this.#tests.get(test)?.failed ?? [];
  }

  hasPassed(test: TestId): boolean {
    return this.#tests.get(test)?.hasPassed ?? false;
  }

  /** Tests that failed at least once, in the order in which they first did. */
  failing(): readonly TestId[] {
    return [...this.#tests].filter(([, { failed }]) => failed.length > 0).map(([test]) => test);
  }

  #observe(arm: string, execution: Execution): void {
    const { observation } = execution;
    const failed = isFailure(observation.outcome);
    if (!failed && observation.outcome !== 'passed') return;
    const own = this.#ofTest(observation.test);
    const count = own.counts.get(arm) ?? { failures: 0, runs: 0 };
    own.counts.set(arm, { failures: count.failures + (failed ? 1 : 0), runs: count.runs + 1 });
    own.all.push(execution);
    if (failed) own.failed.push(execution);
    else own.hasPassed = true;
  }

  #ofTest(test: TestId): OfTest {
    let own = this.#tests.get(test);
    if (own === undefined) {
      own = { counts: new Map(), all: [], failed: [], hasPassed: false };
      this.#tests.set(test, own);
    }
    return own;
  }
}
