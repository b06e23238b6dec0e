/** What this machine allows, and which knobs can be turned on it. */
import { availableParallelism } from 'node:os';
import type { Knob, Machine } from '../contract/knob.ts';
import { KNOBS } from '../knobs/index.ts';

export function thisMachine(): Machine {
  return { platform: process.platform, cores: availableParallelism(), root: process.getuid?.() === 0 };
}

export function availableKnobs(machine: Machine): readonly Knob[] {
  return KNOBS.filter((knob) => knob.unavailable(machine) === null);
}

export const allKnobs = (): readonly Knob[] => KNOBS;
