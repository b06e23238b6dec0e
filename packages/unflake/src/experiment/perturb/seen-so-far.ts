/** Counts of the target over all trials, fresh or not: under given conditions, and without load. */
import type { Tally } from '../../contract/findings.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { knownTypes } from '../counted-failures.ts';
import type { Fingerprints } from '../event-of.ts';
import { RunningTally } from '../running-tally.ts';
import { isLoad } from './load-ways.ts';
import type { PerturbContext } from './turning.ts';

export class SeenSoFar {
  readonly #turning: PerturbContext;
  readonly #seen: readonly TrialResult[];

  /** `seen` goes on growing. */
  constructor(turning: PerturbContext, seen: readonly TrialResult[]) {
    this.#turning = turning;
    this.#seen = seen;
  }

  under(conditions: Conditions, fingerprints: Fingerprints): Tally {
    const same = JSON.stringify(conditions);
    return this.#tally(
      this.#runs().filter(({ trial }) => JSON.stringify(trial.conditions) === same),
      fingerprints,
    );
  }

  unloaded(fingerprints: Fingerprints): Tally {
    return this.#tally(this.#unloaded(), fingerprints);
  }

  /** How it fails without a load; null where it never did. */
  ownFingerprints(): Fingerprints {
    return knownTypes(this.#unloaded(), this.#turning.target);
  }

  #runs(): readonly TrialResult[] {
    return this.#seen.filter(({ trial }) => trial.repeat === 1);
  }

  /** No load is turned, or only to its pin. */
  #unloaded(): readonly TrialResult[] {
    const { knobs } = this.#turning;
    const isTurned = ([knob, setting]: [string, string]): boolean =>
      isLoad(knob) && setting !== knobs.find((choice) => choice.knob === knob)?.pin;
    return this.#runs().filter(({ trial }) => !Object.entries(trial.conditions).some(isTurned));
  }

  #tally(results: readonly TrialResult[], fingerprints: Fingerprints): Tally {
    const running = new RunningTally();
    for (const result of results) running.add(result, this.#turning.target, fingerprints);
    return running.tally();
  }
}
