/** Asks the trials of a screening and keeps what they said, and which said nothing. Decides nothing about what to ask. */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial, TrialId } from '../../contract/trial.ts';
import { eventOf, type Fingerprints } from '../event-of.ts';
import type { Tally } from '../findings.ts';
import { ask, type Reply, type Step } from '../plan.ts';

/** The plan's own share of trials is used up. */
export class TrialsSpent extends Error {}

export interface Answer {
  readonly trial: TrialId;
  /** Null: another failure, or the target did not run; the trial says nothing of the failure we look for. */
  readonly failed: boolean | null;
}

export type About = Pick<Step, 'doing' | 'why'> & Partial<Pick<Step, 'belief' | 'trialsLeft'>>;

export interface Asking {
  readonly target: TestId;
  readonly fingerprints: Fingerprints;
  readonly jobs: number;
  readonly maxTrials: number;
}

export class ScreenLog {
  readonly trials: TrialId[] = [];
  disturbed = 0;
  readonly #asking: Asking;
  readonly #make: (conditions: Conditions) => Trial;

  constructor(asking: Asking, make: (conditions: Conditions) => Trial) {
    this.#asking = asking;
    this.#make = make;
  }

  /** How many trials may run side by side now. */
  get room(): number {
    return Math.max(1, Math.min(this.#asking.jobs, this.#asking.maxTrials - this.trials.length));
  }

  /** Runs trials under these conditions side by side; an answer for each, in their order. */
  *put(conditions: readonly Conditions[], about: About): Generator<Step, readonly Answer[], Reply> {
    if (this.trials.length + conditions.length > this.#asking.maxTrials) throw new TrialsSpent();
    const results = yield* ask({ phase: 'perturb', ...about, trials: conditions.map(this.#make) });
    return results.map((result) => {
      this.trials.push(result.id);
      const event = eventOf(result, this.#asking.target, this.#asking.fingerprints);
      const failed = event === 'failure' ? true : event === 'pass' ? false : null;
      if (failed === null) this.disturbed += 1;
      return { trial: result.id, failed };
    });
  }
}

export const NOTHING: Tally = { failures: 0, runs: 0, trials: [] };

/** A trial that said nothing changes no count. */
export function plus(tally: Tally, { failed, trial }: Answer): Tally {
  if (failed === null) return tally;
  return {
    failures: tally.failures + (failed ? 1 : 0),
    runs: tally.runs + 1,
    trials: [...tally.trials, trial],
  };
}
