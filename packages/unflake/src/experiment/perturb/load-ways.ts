/** The knobs that put load on a test, and how each may make a rare failure frequent. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { KnobSetting } from './turning.ts';

/** Relative probability that a load helps: nearly half of flaky tests depend on machine resources. */
const WEIGHTS: Readonly<Record<string, number>> = { cpu: 8, quota: 8, copies: 1.5, workers: 1.5, tmp: 1, cores: 0.5 };
/** The order in which loads are proved; loads that also slow come after pure slowdown. */
const ORDER = ['cpu', 'quota', 'workers', 'copies', 'tmp', 'cores'];

export const isLoad = (knob: string): boolean => ORDER.includes(knob);

/** The strongest dose is expensive and rarely needed; a weaker one comes first and already slows as much as any other load. */
const STRONG: Readonly<Record<string, string>> = { cpu: '0.1', quota: '0.1' };
const STRONG_WEIGHT = 0.5;
/** Where the code sleeps or times out, the strongest dose comes first: it needs the fewest trials. */
const SUGGESTED_WEIGHT = 4;

export function weightOf(turned: KnobSetting, suggested: boolean): number {
  const strong = suggested ? SUGGESTED_WEIGHT : STRONG_WEIGHT;
  return (WEIGHTS[turned.choice.knob] ?? 1) * (isStrong(turned) ? strong : 1);
}

/** In multiples of a plain trial. */
export const costOf = ({ choice, setting }: KnobSetting): number =>
  STRONG[choice.knob] === undefined ? choice.cost : 1 / Number(setting);

const isStrong = ({ choice, setting }: KnobSetting): boolean => STRONG[choice.knob] === setting;

/** The strongest settings of each load, weaker ones first. One slowdown knob is enough: the one without privileges. */
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

/** What to prove once a load has made the failure frequent: every pure slowdown, then the load itself. */
export function loadSuspects(knobs: readonly KnobChoice[], helped: KnobSetting): readonly KnobSetting[] {
  const slowing = loads(knobs).filter((turned) => turned.choice.cause.family === 'timing' && !isStrong(turned));
  return [...slowing.filter(({ choice }) => choice.knob !== helped.choice.knob), helped];
}
