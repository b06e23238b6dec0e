/**
 * Rows of settings for rounds that turn many knobs at once: each setting of each knob comes up within as many rows as the largest knob has
 * settings. Which knob brought a failure is found afterwards, with the failing test alone.
 */
import type { KnobChoice } from '../../contract/knob.ts';
import type { Conditions } from '../../contract/trial.ts';

/** Knobs whose settings most tests do not notice: each row turns all of them. */
const MILD = ['date', 'dirOrder', 'environment', 'hashSeed', 'locale', 'rngSeed', 'tz', 'umask'];
/** Knobs that may break a large part of a suite and so hide what else a row shows. */
const HARSH = ['encoding', 'home', 'network'];
/** A harsh knob is turned in each such row, and no two of them in the same. */
const EVERY = 4;

export function settingKnobs(knobs: readonly KnobChoice[]): readonly KnobChoice[] {
  return knobs.filter(({ knob }) => MILD.includes(knob) || HARSH.includes(knob));
}

/** Rows until each setting that is no seed was turned once. */
export function rowsNeeded(knobs: readonly KnobChoice[]): number {
  const own = settingKnobs(knobs);
  if (own.length === 0) return 0;
  return Math.max(
    1,
    ...own.map(({ knob, shape, settings }) => {
      if (shape === 'seed') return 2;
      return HARSH.includes(knob) ? EVERY * settings.length : settings.length;
    }),
  );
}

/** `row` counts from 0. */
export function settingsOfRow(knobs: readonly KnobChoice[], row: number): Conditions {
  const own = settingKnobs(knobs);
  const turned = own.flatMap(({ knob, settings }, at): (readonly [string, string])[] => {
    if (settings.length === 0) return [];
    const harsh = HARSH.indexOf(knob);
    if (harsh < 0) return [[knob, settings[(row + at) % settings.length]!]];
    return row % EVERY === harsh ? [[knob, settings[Math.floor(row / EVERY) % settings.length]!]] : [];
  });
  const conditions = Object.fromEntries(turned);
  // Both decide the same variables.
  if ('encoding' in conditions) delete conditions.locale;
  return conditions;
}
