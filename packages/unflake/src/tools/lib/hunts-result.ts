/** The result of `hunts`. */
import type { CertifyResult } from '../../contract/certificate.ts';
import type { HuntResult } from '../../contract/hunt.ts';

export const HUNT_KINDS = ['hunt', 'certification'] as const;

export interface HuntSummary {
  readonly id: string;
  readonly kind: (typeof HUNT_KINDS)[number];
  readonly runner: string;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** null while it is open: it is running, or was cut off and can be resumed. */
  readonly closedAt: string | null;
  readonly tests: number;
  readonly trials: number;
  /** Flaky tests that it found; null while it is open. */
  readonly found: number | null;
}

export interface HuntsResult {
  readonly store: string;
  /** Newest first, at most 200. */
  readonly hunts: readonly HuntSummary[];
  /** Of the one that was named, once it is closed. */
  readonly hunt: HuntResult | null;
  readonly certification: CertifyResult | null;
}
