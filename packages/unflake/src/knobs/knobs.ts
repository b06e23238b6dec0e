/** Every knob, in the order of their names. A new one is a file beside this and a line here. */
import type { Knob } from '../contract/knob.ts';
import { cpu } from './cpu.ts';
import { workers } from './workers.ts';

export const KNOBS: readonly Knob[] = [cpu, workers];

export function knobNamed(name: string): Knob {
  const knob = KNOBS.find((known) => known.name === name);
  if (knob === undefined) throw new RangeError(`no knob is named "${name}"`);
  return knob;
}
