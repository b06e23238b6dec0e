/**
 * Maps the code that the test reaches to the knobs to turn first: a wall clock to dates, a zone to time zones, a set to hash seeds, a sleep
 * to loads.
 */
import type { Kind } from '../../contract/cause.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { ResolvedDiagnoseOptions } from './resolved-diagnose-options.ts';

/** The knobs that expose a source of this kind. */
const KNOBS_OF: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  date: ['date', 'tz'],
  'time-zone': ['tz', 'date'],
  locale: ['locale', 'encoding'],
  environment: ['environment', 'home', 'user', 'umask'],
  'iteration-order': ['hashSeed', 'dirOrder'],
  'missing-await': ['files'],
  randomness: ['rngSeed'],
  collision: ['rngSeed'],
};

/** Draws of a suggested knob. A draw that decides one time in four is missed in 3 of 100 cases. */
const MAX_DRAWS = 12;

/** Every setting of the suggested knobs that is constant from run to run. */
export function suggestedSettings({ knobs, sources = [] }: ResolvedDiagnoseOptions): readonly KnobChoice[] {
  const names = new Set(sources.flatMap(({ cause }) => KNOBS_OF[cause.kind] ?? []));
  return knobs
    .filter(({ knob, deterministic, exclusive }) => names.has(knob) && deterministic && !exclusive)
    .map((choice) => (choice.shape === 'seed' ? { ...choice, settings: choice.settings.slice(0, MAX_DRAWS) } : choice));
}

/** True if the code uses something exclusive, such as a port or a path: a parallel copy of the test then collides at once. */
export const suggestsCopies = ({ sources = [] }: ResolvedDiagnoseOptions): boolean =>
  sources.some(({ cause }) => cause.kind === 'port' || cause.kind === 'parallel-collision');

/** True if the code sleeps, times out or does not wait: loads then come before settings. */
export const suggestsLoad = ({ sources = [] }: ResolvedDiagnoseOptions): boolean =>
  sources.some(({ cause }) => cause.family === 'timing');
