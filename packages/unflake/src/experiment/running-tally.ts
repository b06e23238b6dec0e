/** Counts of one arm while its trials come in. What the counts mean is left to the plans. */
import type { TestId } from '../contract/test-id.ts';
import type { TrialId, TrialResult } from '../contract/trial.ts';
import { eventsOf, type Fingerprints, type TargetEvent } from './event-of.ts';
import type { Tally } from './findings.ts';

/** An arm that gave no outcome this often, and never any other result, is given up. */
const MAX_TRIALS_WITHOUT_SIGNAL = 3;

export class RunningTally {
  failures = 0;
  passes = 0;
  /** Failures of a class that was split off: runs, but not failures. */
  others = 0;
  /** Trials without an outcome: the target was skipped or is missing. */
  noSignal = 0;
  readonly trials: TrialId[] = [];

  constructor(known?: Tally) {
    if (known === undefined) return;
    this.failures = known.failures;
    this.passes = known.runs - known.failures;
    this.trials.push(...known.trials);
  }

  get runs(): number {
    return this.failures + this.passes + this.others;
  }

  /** All trials run, including those without an outcome. */
  get tried(): number {
    return this.runs + this.noSignal;
  }

  get isSilent(): boolean {
    return this.runs === 0 && this.noSignal >= MAX_TRIALS_WITHOUT_SIGNAL;
  }

  /** Counts every execution of the target in the trial, or execution `run` alone. Returns whether the trial said anything. */
  add(result: TrialResult, target: TestId, fingerprints: Fingerprints, run?: number): boolean {
    const events = eventsOf(result, target, fingerprints, run).filter((event) => event !== 'none');
    for (const event of events) this.#count(event);
    if (events.length === 0) this.noSignal += 1;
    else this.trials.push(result.id);
    return events.length > 0;
  }

  #count(event: Exclude<TargetEvent, 'none'>): void {
    switch (event) {
      case 'failure':
        this.failures += 1;
        break;
      case 'other-failure':
        this.others += 1;
        break;
      case 'pass':
        this.passes += 1;
        break;
      default:
        event satisfies never;
    }
  }

  tally(): Tally {
    return { failures: this.failures, runs: this.runs, trials: [...this.trials] };
  }
}
