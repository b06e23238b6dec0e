/** What the code on the test's way suggests to turn first: a wall clock all dates, a zone the zones, a set the hash seeds, a sleep the load. */
import type { Kind } from '../../contract/cause.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { ResolvedDiagnoseOptions } from './resolved-diagnose-options.ts';

/** The knobs that bring out what a source of this kind can do. */
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

/** Draws of a knob that the code suggests: a draw that decides one time in four is missed in 3 of 100 cases. */
const MAX_DRAWS = 12;

/** Every setting of the knobs that the code suggests, those that stay the same from run to run. */
export function suggestedSettings({ knobs, sources = [] }: ResolvedDiagnoseOptions): readonly KnobChoice[] {
  const names = new Set(sources.flatMap(({ cause }) => KNOBS_OF[cause.kind] ?? []));
  return knobs
    .filter(({ knob, deterministic, exclusive }) => names.has(knob) && deterministic && !exclusive)
    .map((choice) => (choice.shape === 'seed' ? { ...choice, settings: choice.settings.slice(0, MAX_DRAWS) } : choice));
}

/** Whether the code takes something that only one can have: a port, a path. Then a copy of the test beside it shows it at once. */
export const suggestsCopies = ({ sources = [] }: ResolvedDiagnoseOptions): boolean =>
  sources.some(({ cause }) => cause.kind === 'port' || cause.kind === 'parallel-collision');

/** Whether the code sleeps, times out or forgets to wait: then loads come before settings. */
export const suggestsLoad = ({ sources = [] }: ResolvedDiagnoseOptions): boolean =>
  sources.some(({ cause }) => cause.family === 'timing');
