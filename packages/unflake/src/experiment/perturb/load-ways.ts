/** The knobs that put a load on the test, and the ways in which each may make a rare failure frequent. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { KnobSetting } from './turning.ts';

/** How much more often than others a load is what helps: nearly half of flaky tests have to do with what they get of the machine. */
const WEIGHTS: Readonly<Record<string, number>> = { cpu: 8, quota: 8, copies: 1.5, workers: 1.5, tmp: 1, cores: 0.5 };
/** In this order they are put to the proof; what slows as well comes after what only slows. */
const ORDER = ['cpu', 'quota', 'workers', 'copies', 'tmp', 'cores'];

export const isLoad = (knob: string): boolean => ORDER.includes(knob);

/** So strong a dose is dear and seldom needed; a weaker one is tried first, and is as slow as any other load is by the way. */
const STRONG: Readonly<Record<string, string>> = { cpu: '0.1', quota: '0.1' };
const STRONG_WEIGHT = 0.5;
/** Where the code sleeps or times out, the strongest dose comes first: it needs the fewest trials. */
const SUGGESTED_WEIGHT = 4;

export function weightOf(turned: KnobSetting, suggested: boolean): number {
  const strong = suggested ? SUGGESTED_WEIGHT : STRONG_WEIGHT;
  return (WEIGHTS[turned.choice.knob] ?? 1) * (isStrong(turned) ? strong : 1);
}

/** In plain trials. */
export const costOf = ({ choice, setting }: KnobSetting): number =>
  STRONG[choice.knob] === undefined ? choice.cost : 1 / Number(setting);

const isStrong = ({ choice, setting }: KnobSetting): boolean => STRONG[choice.knob] === setting;

/** The strongest settings of each load, the weaker first. Of two ways to be slow the one that needs no rights is enough. */
export function loads(knobs: readonly KnobChoice[]): readonly KnobSetting[] {
  const slowed = knobs.some(({ knob }) => knob === 'cpu');
  return knobs
    .filter(({ knob }) => ORDER.includes(knob) && !(knob === 'quota' && slowed))
    .filter(({ cause }) => cause.kind !== 'environment')
    .flatMap((choice) =>
      choice.settings.slice(STRONG[choice.knob] === undefined ? -1 : -2).map((setting) => ({ choice, setting })),
    )
    .sort((a, b) => ORDER.indexOf(a.choice.knob) - ORDER.indexOf(b.choice.knob));
}

/** What is put to the proof once a load has made the failure frequent: whatever only slows, and then the load itself. */
export function loadSuspects(knobs: readonly KnobChoice[], helped: KnobSetting): readonly KnobSetting[] {
  const slowing = loads(knobs).filter((turned) => turned.choice.cause.family === 'timing' && !isStrong(turned));
  return [...slowing.filter(({ choice }) => choice.knob !== helped.choice.knob), helped];
}
