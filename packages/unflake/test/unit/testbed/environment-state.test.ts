import fc from 'fast-check';
import { expect, test } from 'vitest';
import { environmentState, pollution, type Sight } from '../../../src/testbed/environment-state.ts';
import { type Markers, NO_MARKERS } from '../../../src/testbed/markers.ts';

const STEPS = ['foundation', '00-a', '01-b', '02-c', '03-d'];
const completion = { atSeconds: 1, ms: 1 };

const markers = (started: readonly string[], complete: readonly string[]): Markers => ({
  started: [...started].sort(),
  complete: new Map(complete.map((step) => [step, completion])),
  running: new Map(),
});

const sight = (change: Partial<Sight> = {}): Sight => ({
  exists: true,
  held: false,
  made: { made: { from: null, inputs: 'h' } },
  markers: NO_MARKERS,
  ...change,
});
const question = { known: (step: string) => STEPS.includes(step), later: new Set(['02-c', '03-d']), inputs: 'h' };

test('dirty if and only if a step started and did not complete, or one that runs later has started', () => {
  fc.assert(
    fc.property(fc.subarray(STEPS), fc.subarray(STEPS), fc.constantFrom(...STEPS), (started, complete, step) => {
      const later = STEPS.slice(STEPS.indexOf(step) + 1);
      const expected = started.some((name) => !complete.includes(name)) || started.some((name) => later.includes(name));
      const { state } = environmentState(sight({ markers: markers(started, complete) }), {
        ...question,
        later: new Set(later),
      });
      expect(state).toBe(expected ? 'dirty' : 'clean');
    }),
    { seed: 6, numRuns: 500 },
  );
});

test('the first row of the table that holds is the answer', () => {
  const worst: Sight = {
    exists: false,
    held: true,
    made: { made: null, why: 'it has no .made' },
    markers: markers(['nobody', '03-d'], []),
  };
  const state = (change: Partial<Sight>) => environmentState({ ...worst, ...change }, question).state;
  const made = { made: { from: null, inputs: 'other' } };
  expect(state({})).toBe('absent');
  expect(state({ exists: true })).toBe('locked');
  expect(state({ exists: true, held: false })).toBe('foreign');
  expect(state({ exists: true, held: false, made })).toBe('foreign');
  expect(state({ exists: true, held: false, made, markers: markers(['03-d'], []) })).toBe('stale');
  expect(environmentState(sight({ markers: markers(['03-d'], []) }), question).state).toBe('dirty');
  expect(environmentState(sight(), question).state).toBe('clean');
});

test('the marker that says so is named, and the process that is at it if it lives', () => {
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
