/** What this machine allows, and the knobs that may be turned on it. */
import type { Knob, Machine } from '../contract/knob.ts';
import { KNOBS } from '../knobs/index.ts';
import { gatherFacts } from './knobs/machine-facts.ts';

/** Starts processes, so it is asked once a case. `runner`: the adapter whose trials are meant; some knobs have no hold on some languages. */
export function machineHere(runner: string | null = null): Machine {
  return { ...gatherFacts(), runner, withoutWorkers: null, ordinaryUser: null };
}

export const allKnobs = (): readonly Knob[] => KNOBS;
