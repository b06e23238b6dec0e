/** Observations as short rows: the test as its index in the suite, without absent fields at the end. */
import type { Outcome } from '../contract/outcome.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Observation, Phases } from '../contract/trial.ts';
import type { SuiteIndex } from './selection.ts';

export type PackedObservation = readonly [
  test: number | string,
  run: number,
  outcome: Outcome,
  ms: number | null,
  fingerprint?: string | null,
  message?: string | null,
  phases?: readonly [number, number, number],
];

export function packObservation(observation: Observation, { placeOf }: SuiteIndex): PackedObservation {
  const { test, run, outcome, ms, fingerprint, message, phases } = observation;
  const head = [placeOf.get(test) ?? test, run, outcome, ms] as const;
  if (phases !== undefined) {
    return [...head, fingerprint ?? null, message ?? null, [phases.setup, phases.call, phases.teardown]];
  }
  if (message !== undefined) return [...head, fingerprint ?? null, message];
  return fingerprint === undefined ? head : [...head, fingerprint];
}

export function unpackObservation(packed: PackedObservation, { suite }: SuiteIndex): Observation {
  const [test, run, outcome, ms, fingerprint, message, phases] = packed;
  return {
    test: typeof test === 'number' ? suite[test]! : (test as TestId),
    run,
    outcome,
    ms,
    ...(phases === undefined ? {} : { phases: unpackPhases(phases) }),
    ...(fingerprint === undefined || fingerprint === null ? {} : { fingerprint }),
    ...(message === undefined || message === null ? {} : { message }),
  };
}

function unpackPhases([setup, call, teardown]: readonly [number, number, number]): Phases {
  return { setup, call, teardown };
}
