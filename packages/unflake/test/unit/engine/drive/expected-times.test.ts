import { expect, test } from 'vitest';
import { expectedTimes } from '../../../../src/engine/drive/expected-times.ts';
import { ids, trialOf } from '../sample-trial.ts';

const [a, b, c] = ids('a', 'b', 'c');
const alone = trialOf({ tests: [a!] });
const suite = trialOf({ tests: [a!, b!, c!] });

test('nothing is expected while nothing is known', () => {
  expect(expectedTimes().msFor(alone)).toBe(0);
});

test('a trial takes the median of the same selection under the same conditions', () => {
  const times = expectedTimes();
  for (const ms of [100, 900, 120]) times.add(alone, ms);
  times.add(suite, 5_000);
  times.add(trialOf({ tests: [a!], conditions: { cpu: '0.1' } }), 1_000);
  expect(times.msFor({ ...alone, seed: 7 })).toBe(120);
  expect(times.msFor(trialOf({ tests: [a!], conditions: { cpu: '0.1' } }))).toBe(1_000);
});

test('a new selection takes as long as the quickest that is at least as large, else as the slowest', () => {
  const times = expectedTimes();
  times.add(alone, 100);
  expect(times.msFor(suite)).toBe(100);
  times.add(suite, 5_000);
  times.add(trialOf({ tests: [a!, b!] }), 300);
  expect(times.msFor(trialOf({ tests: [b!, c!] }))).toBe(300);
});

test('a share of a CPU that was never given takes as much longer as it is smaller', () => {
  const slowed = (cpu: string) => trialOf({ tests: [a!], conditions: { cpu } });
  const times = expectedTimes();
  times.add(alone, 100);
  expect(times.msFor(slowed('0.1'))).toBe(1_000);
  times.add(slowed('0.25'), 360);
  expect(times.msFor(slowed('0.1'))).toBeCloseTo(900);
  expect(times.msFor(alone)).toBe(100);
});

test('a new selection takes no longer than its tests and a start have taken, under a new CPU share so many times as long', () => {
  const times = expectedTimes();
  const observed = [a!, b!, c!].map((test, at) => ({ test, ms: 100 * (at + 1) }));
  times.add({ ...suite, watch: 'all' }, 1_000, observed);
  const two = trialOf({ tests: [a!, b!] });
  expect(times.msFor(two)).toBe(400 + 100 + 200);
  expect(times.msFor({ ...two, conditions: { cpu: '0.25' } })).toBe(4 * 700);
});
