import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiskState, environmentState, pollution } from '../../../src/testbed/environment-state.ts';
import { type Markers, NO_MARKERS } from '../../../src/testbed/markers.ts';

const STEPS = ['foundation', '00-a', '01-b', '02-c', '03-d'];
const completion = { atSeconds: 1, ms: 1 };

const markers = (started: readonly string[], complete: readonly string[]): Markers => ({
  started: [...started].sort(),
  complete: new Map(complete.map((step) => [step, completion])),
  running: new Map(),
});

const disk = (change: Partial<DiskState> = {}): DiskState => ({
  exists: true,
  held: false,
  provenance: { provenance: { from: null, inputs: 'h' } },
  markers: NO_MARKERS,
  ...change,
});
const query = { known: (step: string) => STEPS.includes(step), later: new Set(['02-c', '03-d']), inputs: 'h' };

test('dirty if and only if a step started and did not complete, or one that runs later has started', () => {
  fc.assert(
    fc.property(fc.subarray(STEPS), fc.subarray(STEPS), fc.constantFrom(...STEPS), (started, complete, step) => {
      const later = STEPS.slice(STEPS.indexOf(step) + 1);
      const expected = started.some((name) => !complete.includes(name)) || started.some((name) => later.includes(name));
      const { state } = environmentState(disk({ markers: markers(started, complete) }), {
        ...query,
        later: new Set(later),
      });
      expect(state).toBe(expected ? 'dirty' : 'clean');
    }),
    { seed: 6, numRuns: 500 },
  );
});

test('the first matching row of the table is the answer', () => {
  const worst: DiskState = {
    exists: false,
    held: true,
    provenance: { provenance: null, why: 'it has no .made' },
    markers: markers(['nobody', '03-d'], []),
  };
  const state = (change: Partial<DiskState>) => environmentState({ ...worst, ...change }, query).state;
  const provenance = { provenance: { from: null, inputs: 'other' } };
  expect(state({})).toBe('absent');
  expect(state({ exists: true })).toBe('locked');
  expect(state({ exists: true, held: false })).toBe('foreign');
  expect(state({ exists: true, held: false, provenance })).toBe('foreign');
  expect(state({ exists: true, held: false, provenance, markers: markers(['03-d'], []) })).toBe('stale');
  expect(environmentState(disk({ markers: markers(['03-d'], []) }), query).state).toBe('dirty');
  expect(environmentState(disk(), query).state).toBe('clean');
});

test('the marker is named, and the process that is running if it lives', () => {
  const running = { ...markers(['01-b'], []), running: new Map([['01-b', 4711]]) };
  expect(pollution(running, new Set())).toEqual({
    state: 'dirty',
    step: '01-b',
    because: 'incomplete',
    marker: '.start-01-b',
    pid: 4711,
  });
  expect(pollution(markers(['02-c'], ['02-c']), new Set(['02-c']))).toMatchObject({ because: 'later', pid: null });
});
