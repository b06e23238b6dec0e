/** The knobs that put a load on the test, and the ways in which each may make a rare failure frequent. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { Turned } from './turning.ts';

/** How much more often than others a load is what helps: nearly half of flaky tests have to do with what they get of the machine. */
const WEIGHTS: Readonly<Record<string, number>> = { cpu: 4, quota: 4, copies: 1.5, workers: 1.5, tmp: 1, cores: 0.5 };
/** In this order they are put to the proof; what slows as well comes after what only slows. */
const ORDER = ['cpu', 'quota', 'workers', 'copies', 'tmp', 'cores'];

export const weightOf = (knob: string): number => WEIGHTS[knob] ?? 1;

/** The strongest setting of each load. Of two ways to be slow the one that needs no rights is enough. */
export function loads(knobs: readonly KnobChoice[]): readonly Turned[] {
  const slowed = knobs.some(({ knob }) => knob === 'cpu');
  return knobs
    .filter(({ knob }) => ORDER.includes(knob) && !(knob === 'quota' && slowed))
    .filter(({ cause }) => cause.kind !== 'environment')
    .map((choice) => ({ choice, setting: choice.settings.at(-1)! }))
    .sort((a, b) => ORDER.indexOf(a.choice.knob) - ORDER.indexOf(b.choice.knob));
}

/** What is put to the proof once a load has made the failure frequent: whatever only slows, and then the load itself. */
export function proveSuspects(knobs: readonly KnobChoice[], helped: Turned): readonly Turned[] {
  const slowing = loads(knobs).filter(({ choice }) => choice.cause.family === 'timing');
  return [...slowing.filter(({ choice }) => choice.knob !== helped.choice.knob), helped];
}
