/** Runs the trials of a screening and keeps their results, and which gave no outcome. Decides nothing. */
import type { Count } from '../../contract/evidence.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial, TrialId, TrialResult } from '../../contract/trial.ts';
import type { HostWatch } from '../busy-host.ts';
import { eventOf, eventsOf, type Fingerprints, fingerprintOf, observationOf } from '../event-of.ts';
import { ask, type PlanStep, type Reply } from '../plan.ts';

/** The plan's own share of trials is used up. */
export class TrialsSpent extends Error {}

export interface Answer {
  readonly trial: TrialId;
  /** Of a failure, whether it is the one we look for or another. */
  readonly fingerprint?: string;
  /** Null: another failure, or the target did not run, so the trial says nothing about the failure in question. */
  readonly failed: boolean | null;
  /** Every execution of the target, where the trial ran it several times. */
  readonly count?: Count;
}

export type ScreenStepText = Pick<PlanStep, 'doing' | 'why'> & Partial<Pick<PlanStep, 'belief' | 'trialsLeft'>>;

export interface ScreenQuery {
  readonly target: TestId;
  readonly fingerprints: Fingerprints;
  readonly jobs: number;
  readonly maxTrials: number;
  /** For trials that may prove a cause in time. Repeats are no part of `maxTrials`. */
  readonly host?: HostWatch;
}

export class ScreenLog {
  readonly trials: TrialId[] = [];
  disturbed = 0;
  readonly #asking: ScreenQuery;
  readonly #make: (conditions: Conditions) => Trial;

  constructor(asking: ScreenQuery, make: (conditions: Conditions) => Trial) {
    this.#asking = asking;
    this.#make = make;
  }

  /** How many trials may run side by side now. */
  get room(): number {
    return Math.max(1, Math.min(this.#asking.jobs, this.#asking.maxTrials - this.trials.length));
  }

  /** Runs trials under these conditions side by side; an answer for each, in their order. */
  *put(conditions: readonly Conditions[], about: ScreenStepText): Generator<PlanStep, readonly Answer[], Reply> {
    return yield* this.run(
      conditions.map((each) => this.#make(each)),
      about,
    );
  }

  *run(trials: readonly Trial[], about: ScreenStepText): Generator<PlanStep, readonly Answer[], Reply> {
    if (this.trials.length + trials.length > this.#asking.maxTrials) throw new TrialsSpent();
    const results = yield* this.#results({ phase: 'perturb', ...about, trials });
    return results.map((result) => {
      this.trials.push(result.id);
      const failed = this.#said(result);
      if (failed === null) this.disturbed += 1;
      const observation = observationOf(result, this.#asking.target);
      const fingerprint = observation && isFailure(observation.outcome) ? fingerprintOf(observation) : null;
      const count = result.trial.repeat > 1 ? { count: this.#countIn(result) } : {};
      return { trial: result.id, failed, ...(fingerprint === null ? {} : { fingerprint }), ...count };
    });
  }

  *#results(step: PlanStep): Generator<PlanStep, readonly TrialResult[], Reply> {
    const { host } = this.#asking;
    if (host === undefined) return yield* ask(step);
    const results = yield* host.ask(step, Number.POSITIVE_INFINITY);
    return results.filter((result) => result !== null);
  }

  #countIn(result: TrialResult): Count {
    const { target, fingerprints } = this.#asking;
    const events = eventsOf(result, target, fingerprints).filter((event) => event === 'failure' || event === 'pass');
    return { failures: events.filter((event) => event === 'failure').length, runs: events.length };
  }

  #said(result: TrialResult): boolean | null {
    const { target, fingerprints } = this.#asking;
    const event = eventOf(result, target, fingerprints);
    // Before any failure is known, a trial that we ended may just have been slow.
    if (event === 'failure') return result.ending.timedOut && !fingerprints?.length ? null : true;
    return event === 'pass' ? false : null;
  }
}
