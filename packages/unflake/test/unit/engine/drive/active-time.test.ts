import { expect, test } from 'vitest';
import { activeTime } from '../../../../src/engine/drive/active-time.ts';

test('counts on from the recorded moment, without the time in which nobody worked and with the opening of this run', () => {
  let clock = 1_000;
  const time = activeTime(() => clock);
  clock += 5;
  time.record(70_000);
  clock += 10;
  expect(time.now()).toBe(70_015);
  expect(time.recorded()).toBe(70_000);
});

test('a moment that lies behind changes nothing', () => {
  let clock = 0;
  const time = activeTime(() => clock);
  clock = 50;
  time.record(20);
  expect(time.now()).toBe(50);
  time.record(10);
  expect(time.recorded()).toBe(20);
});

test('begins with the time that was spent before', () => {
  let clock = 5_000;
  const time = activeTime(() => clock, 2_000);
  expect(time.now()).toBe(3_000);
  clock += 10;
  time.record(3_010);
  expect(time.now()).toBe(3_010);
});

test('a moment that was measured and rounded up is not a jump', () => {
  let clock = 0;
  const time = activeTime(() => clock);
  clock = 30_000.4;
  time.record(30_001);
  expect(time.now()).toBe(30_000.4);
});
