import { expect, test } from 'vitest';
import { cpuTimes, parseCpuTimes, stolenShare } from '../../../src/proc/cpu-times.ts';

const STAT = `cpu  100 20 30 5000 40 5 6 70 3 1
cpu0 50 10 15 2500 20 3 3 35 2 1
intr 12345 0 9
`;

test('time that was given is that of programs and of the kernel, without waiting and without guests, which users hold already', () => {
  expect(parseCpuTimes(STAT)).toEqual({ given: 161, stolen: 70 });
});

test.each(['', 'cpu0 1 2 3 4 5 6 7 8\n', 'cpu  1 2 3 4 5 6 7\n', 'cpu  a b c d e f g h\n'])(
  'nothing is known from %j',
  (text) => {
    expect(parseCpuTimes(text)).toBeUndefined();
  },
);

test('the share is of the time that was wanted, not of the time that passed', () => {
  const before = { given: 1000, stolen: 10 };
  expect(stolenShare(before, { given: 1060, stolen: 50 })).toBe(0.4);
  expect(stolenShare(before, { given: 1000, stolen: 50 })).toBe(1);
  expect(stolenShare(before, { given: 1060, stolen: 10 })).toBe(0);
});

test('one tick may be rounding, and what is unknown is nothing', () => {
  const before = { given: 1000, stolen: 10 };
  expect(stolenShare(before, { given: 1000, stolen: 11 })).toBe(0);
  expect(stolenShare(before, { given: 1002, stolen: 12 })).toBe(0.5);
  expect(stolenShare(undefined, before)).toBe(0);
  expect(stolenShare(before, undefined)).toBe(0);
});

test('counters that run backwards, as after a CPU was taken away, give no share above one', () => {
  expect(stolenShare({ given: 1000, stolen: 10 }, { given: 900, stolen: 50 })).toBe(1);
  expect(stolenShare({ given: 1000, stolen: 60 }, { given: 1100, stolen: 50 })).toBe(0);
});

test('this machine says how its time was spent', () => {
  expect(cpuTimes()!.given).toBeGreaterThan(0);
});
