/**
 * How likely each kind of observation is under each cause. A row is one thing that experiments can show. The numbers are expectations, not
 * measurements, and their weight is bounded when they are added (see posterior.ts).
 */
import type { CauseCandidate } from './suspects.ts';

export type Likelihood = Readonly<Record<CauseCandidate, number>>;

export const row = (usual: number, special: Partial<Record<CauseCandidate, number>>): Likelihood => ({
  victim: usual,
  residue: usual,
  brittle: usual,
  selfPolluter: usual,
  slow: usual,
  collision: usual,
  rng: usual,
  iteration: usual,
  leak: usual,
  outside: usual,
  ...special,
});

/** By isolation verdict, weighted by the posterior of each verdict. */
export const ISOLATION = {
  'suite-worse': row(0.05, { victim: 0.85, residue: 0.8, slow: 0.2, collision: 0.2, leak: 0.8, brittle: 0.01 }),
  'suite-better': row(0.02, { brittle: 0.9, slow: 0.06, collision: 0.05 }),
  intrinsic: row(0.06, {
    slow: 0.6,
    rng: 0.85,
    iteration: 0.85,
    // Zones, locales, users stay as they are from run to run; a network does not.
    outside: 0.25,
    collision: 0.15,
    victim: 0.03,
    brittle: 0.03,
  }),
  'always-fails': row(0.02, { outside: 0.1 }),
  // Most victims pass in the order of their suite, because tests in between clean up.
  'not-reproduced': row(0.05, {
    victim: 0.1,
    residue: 0.1,
    selfPolluter: 0.8,
    collision: 0.55,
    slow: 0.12,
    outside: 0.2,
  }),
} as const;

/** Serial runs cannot collide. */
export const CULPRITS_SAME_PROCESS = row(0.005, { victim: 0.9, residue: 0.01, collision: 0.001 });
/** Memory carries nothing from one process to another. */
export const CULPRITS_OTHER_PROCESS = row(0.002, { victim: 0.0005, residue: 0.9, collision: 0.0005 });
export const SETTERS = row(0.002, { brittle: 0.9 });
export const SIZE_NOT_WHICH = row(0.03, { leak: 0.7, slow: 0.3, collision: 0.1 });
/** No other test, directly before it, makes it fail. */
export const NO_PAIR = row(0.8, { victim: 0.05, residue: 0.2 });
export const NO_ORDER_EFFECT = row(0.5, { victim: 0.01, residue: 0.01, brittle: 0.01, leak: 0.1 });

/** A victim that leaves the harmful state behind itself also fails the second time. */
export const SECOND_FAILS = row(0.003, { selfPolluter: 0.95, victim: 0.06, leak: 0.05 });
export const SECOND_PASSES = row(0.85, { selfPolluter: 0.02 });

export const SLOWER_WORSE = row(0.05, { slow: 0.85, collision: 0.1, rng: 0.03, iteration: 0.03 });
export const SLOWER_SAME = row(0.8, { slow: 0.15 });
export const PARALLEL_WORSE = row(0.04, { collision: 0.85, slow: 0.3, rng: 0.03, iteration: 0.03 });
export const PARALLEL_SAME = row(0.8, { collision: 0.1 });
export const FAILS_SLOWLY = row(0.12, { slow: 0.55, collision: 0.3, outside: 0.3 });
export const ALWAYS_SAME_TIME = row(0.05, { slow: 0.6, outside: 0.3 });

/** From knobs: proved on fresh trials with pin and control, or found with a doubt. A doubtful draw may be of either kind. */
export const provedBy = (suspect: CauseCandidate): Likelihood => row(0.0001, { [suspect]: 0.95 });
export const foundBy = (...suspects: readonly CauseCandidate[]): Likelihood =>
  row(0.1, Object.fromEntries(suspects.map((suspect) => [suspect, 0.7])));
/** What remains are draws that no knob controls. What was not drawn is as likely as before. */
const DRAWS_VARY: Partial<Record<CauseCandidate, number>> = { rng: 0.3, iteration: 0.08 };
export const drawsVary = (drawn: readonly CauseCandidate[]): Likelihood =>
  row(0.8, Object.fromEntries(drawn.map((name) => [name, DRAWS_VARY[name] ?? 0.8])));
/** From no evidence at all up to a fifth, by the share of settings that were tried. */
export const settingsChangeNothing = (share: number): Likelihood => row(0.8, { outside: 0.8 - 0.6 * share });
export const AMPLIFIED = {
  slow: row(0.1, { slow: 0.8, collision: 0.25 }),
  collision: row(0.1, { collision: 0.7, slow: 0.5 }),
  residue: row(0.1, { residue: 0.7 }),
} as const;
export const NO_LOAD_HELPS = row(0.7, { slow: 0.25, collision: 0.35 });
