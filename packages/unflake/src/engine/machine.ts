/** What this machine allows, and which knobs can be turned on it. */
import type { Knob, Machine } from '../contract/knob.ts';
import { KNOBS } from '../knobs/index.ts';
import { gatherFacts, type MachineFacts } from './knobs/machine-facts.ts';

// Cached: asking starts processes, and the answers stay valid for this run.
let facts: MachineFacts | undefined;

/** `runner`: the adapter whose trials are meant; some knobs have no hold on some languages. */
export function thisMachine(runner: string | null = null): Machine {
  facts ??= gatherFacts();
  return { ...facts, runner, withoutWorkers: null, ordinaryUser: null };
}

export function availableKnobs(machine: Machine): readonly Knob[] {
  return KNOBS.filter((knob) => knob.unavailable(machine) === null);
}

export const allKnobs = (): readonly Knob[] => KNOBS;
