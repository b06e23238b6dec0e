/** The settings that all rounds so far leave possible as the cause of a failure: the suspect has never passed under them. */
import type { Conditions } from '../../contract/trial.ts';
import type { Suspect } from './suspect.ts';

export function likelySettings({ test, record, failure }: Pick<Suspect, 'test' | 'record' | 'failure'>): Conditions {
  const passes = record.executionsOf(test).filter(({ observation }) => observation.outcome === 'passed');
  const turned = Object.entries(failure.result.trial.conditions).filter(([knob, setting]) =>
    passes.every(({ result }) => result.trial.conditions[knob] !== setting),
  );
  return Object.fromEntries(turned);
}
