/** Counts of a verification, by what each trial was run for. A failure that the case has seen is the old one; any other is counted apart. */

import type { FailureClass } from '../../contract/diagnosis.ts';
import type { Tally } from '../../contract/findings.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { Observation, Trial, TrialResult } from '../../contract/trial.ts';
import type { OtherFailure } from '../../contract/verification.ts';
import { fingerprintOf, observationOf } from '../event-of.ts';
import { addTrial, mergeTallies, NO_TALLY } from '../tally.ts';

/** Every class of failures that the case saw. Empty: every failure counts as the old one. */
export type KnownFailures = readonly Pick<FailureClass, 'fingerprint' | 'outcome'>[];

export type TrialRole = 'before' | 'after' | 'known' | 'control' | 'warm-up';

export class VerifyCounts {
  before: Tally = NO_TALLY;
  after: Tally = NO_TALLY;
  /** Draws that failed in the case. */
  known: Tally = NO_TALLY;
  control: Tally = NO_TALLY;
  /** Failures of the old code that the case has not seen. */
  oldOthers = 0;
  /** Passes of the old code since it last failed. */
  oldPassesInRow = 0;
  /** Runs of the new code in which the test passed or failed, and in which it did neither. */
  withOutcome = 0;
  without = 0;
  /** Under the failing condition. */
  skipped = 0;
  oldSkipped = 0;
  readonly #known: KnownFailures;
  readonly #watch: Trial['watch'];
  readonly #others = new Map<string, OtherFailure>();

  constructor(known: KnownFailures, watch: Trial['watch']) {
    this.#known = known;
    this.#watch = watch;
  }

  /** Runs that only the new code skips. `xfail` skips a test where it fails, so that its passes prove nothing. */
  get newlySkipped(): number {
    return this.oldSkipped === 0 ? this.skipped : 0;
  }

  get others(): readonly OtherFailure[] {
    return [...this.#others.values()].toSorted((a, b) => b.count - a.count);
  }

  /** Draws that failed in the case count when they fail again: that they pass says nothing about other draws. */
  get afterWithKnown(): Tally {
    return this.known.failures > 0 ? mergeTallies(this.after, this.known) : this.after;
  }

  add(result: TrialResult, role: TrialRole): void {
    const seen = this.#watch === 'all' ? null : observationOf(result, this.#watch[0]!);
    const failed = seen === null || !isFailure(seen.outcome) ? false : this.#isKnown(seen);
    const isOther = seen !== null && isFailure(seen.outcome) && !failed;
    const hasOutcome = seen !== null && (seen.outcome === 'passed' || isFailure(seen.outcome));
    const isSkipped = seen?.outcome === 'skipped';
    if (role === 'before') {
      if (isSkipped) this.oldSkipped += 1;
      if (isOther) this.oldOthers += 1;
      else if (hasOutcome) this.oldPassesInRow = failed ? 0 : this.oldPassesInRow + 1;
      if (hasOutcome && !isOther) this.before = addTrial(this.before, { failed, trial: result.id });
      return;
    }
    if (hasOutcome) this.withOutcome += 1;
    // An expected failure (`xfail`) is skipped where it fails, and passes under the control.
    else if (role !== 'control') this.without += 1;
    if (isSkipped && role !== 'control') this.skipped += 1;
    if (isOther) this.#addOther(seen, result);
    // After another failure nobody knows what the old one would have done.
    else if (hasOutcome && (role !== 'warm-up' || failed)) {
      const key = role === 'warm-up' ? 'after' : role;
      this[key] = addTrial(this[key], { failed, trial: result.id });
    }
  }

  #addOther(seen: Observation, { id }: TrialResult): void {
    const fingerprint = fingerprintOf(seen);
    const known = this.#others.get(fingerprint);
    this.#others.set(fingerprint, {
      fingerprint,
      outcome: seen.outcome,
      message: known?.message ?? seen.message ?? '',
      count: (known?.count ?? 0) + 1,
      trials: [...(known?.trials ?? []), id],
    });
  }

  #isKnown(seen: Observation): boolean {
    return this.#known.length === 0 || this.#known.some((one) => isSameFailure(one, seen));
  }
}

/**
 * The same outcome and type, and the same frame or the same message: a fix may move the assertion to another function, or reword it. A
 * failure that says nothing is known by its outcome alone.
 */
function isSameFailure(known: KnownFailures[number], seen: Observation): boolean {
  if (known.outcome !== seen.outcome) return false;
  const [a, b] = [levelsOf(known.fingerprint), levelsOf(fingerprintOf(seen))];
  if (a === null || b === null) return true;
  return a[0] === b[0] && (a[1] === b[1] || a[2] === b[2]);
}

function levelsOf(fingerprint: string): readonly string[] | null {
  const [kind, ...levels] = fingerprint.split('-');
  return kind === 'f' && levels.length === 3 ? levels : null;
}
