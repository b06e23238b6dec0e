/**
 * Forks of one process share what it drew at its start: in Python the seed of its hashes, and so the order of sets. Each trial is therefore
 * given one of a few seeds, however it is started, and there is a server for each. All arms of an experiment then draw from the same seeds,
 * and a difference between arms is never one between processes. Where no variable fixes the seed, as in Ruby, the number only chooses the
 * server, which has drawn for itself.
 */
import type { Trial } from '../../contract/trial.ts';

export const SEEDS = 4;
/** Where no variable fixes the seed, it decides no order, only numbers that a program must ask for; the project's own files do not. */
export const DRAWN_SEEDS = 2;

/** The probe removes the variable when it has this value, because the trial did not ask for it. */
export const GIVEN_SEED = 'UNFLAKE_GIVEN_SEED';

/** Small numbers are those that the knob turns. */
const FIRST = 1_000_000;
const COUNT = 4_000_000_000;

/** How many trials of a runner share. Undefined: its processes have none that tests can see. */
export function seedsOf(variable: string | null | undefined): number {
  return variable === undefined ? 1 : variable === null ? DRAWN_SEEDS : SEEDS;
}

/** The same for the same trial of the same case. `seeds`: how many there are; fewer where not so many servers fit into the memory. */
export function seedVariables(
  variable: string | null,
  caseSeed: number,
  trial: Pick<Trial, 'seed'>,
  seeds: number = SEEDS,
): Record<string, string> {
  return variablesOfSeed(variable, caseSeed, mix(trial.seed) % seeds);
}

/** Those of one of the seeds, by its number. */
export function variablesOfSeed(variable: string | null, caseSeed: number, which: number): Record<string, string> {
  const seed = String(FIRST + (mix(caseSeed + which * 0x9e3779b9) % COUNT));
  return { ...(variable === null ? {} : { [variable]: seed }), [GIVEN_SEED]: seed };
}

/** Neighbouring numbers have nothing in common afterwards. */
function mix(number: number): number {
  const once = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
