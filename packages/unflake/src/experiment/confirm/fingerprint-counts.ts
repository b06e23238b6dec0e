/** The failures seen so far, grouped by fingerprint. */
import type { Observation } from '../../contract/trial.ts';
import { fingerprintOf } from '../event-of.ts';
import type { ConfirmFinding } from '../findings.ts';

export class FingerprintCounts {
  readonly #seen = new Map<string, { fingerprint: string; count: number; message: string }>();

  add(observation: Observation): void {
    const fingerprint = fingerprintOf(observation);
    const known = this.#seen.get(fingerprint);
    if (known) known.count += 1;
    else this.#seen.set(fingerprint, { fingerprint, count: 1, message: observation.message ?? '' });
  }

  /** Most frequent first; of equals the one seen first. */
  list(): ConfirmFinding['fingerprints'] {
    return [...this.#seen.values()].map((entry) => ({ ...entry })).toSorted((a, b) => b.count - a.count);
  }
}
