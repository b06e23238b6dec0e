import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { holds } from '../properties.ts';

describe('absolute mode', () => {
  test('stands still until it is moved', () => {
    const clock = new TestClock(1000);
    expect(clock.currentTimeMillis()).toBe(1000);
    clock.advance(500);
    expect(clock.currentTimeMillis()).toBe(1500);
    clock.setTime(9000);
    expect(clock.currentTimeMillis()).toBe(9000);
  });

  test('keeps nanoseconds at a million times the milliseconds, however it is moved', () => {
    const move = fc.oneof(
      fc.record({ by: fc.constant('ms' as const), amount: fc.nat(10_000_000) }),
      fc.record({ by: fc.constant('ns' as const), amount: fc.nat(10_000_000) }),
      fc.record({ by: fc.constant('set' as const), amount: fc.nat(2_000_000_000) }),
    );
    holds(
      fc.property(fc.array(move), (moves) => {
        const clock = new TestClock();
        let nanos = 0n;
        for (const { by, amount } of moves) {
          if (by === 'ms') clock.advance(amount);
          else if (by === 'ns') clock.advanceNanos(amount);
          else clock.setTime(amount);
          if (by === 'set') nanos = BigInt(amount) * 1_000_000n;
          else nanos += BigInt(amount) * (by === 'ms' ? 1_000_000n : 1n);
          expect(clock.nanoTime()).toBe(nanos);
          expect(BigInt(clock.currentTimeMillis())).toBe(nanos / 1_000_000n);
        }
      }),
    );
  });

  test('is exact to the nanosecond at today’s dates, where a double is not', () => {
    const clock = new TestClock(1_760_000_000_000);
    clock.advanceNanos(1);
    expect(clock.nanoTime()).toBe(1_760_000_000_000_000_001n);
  });

  test('takes fractions of a millisecond', () => {
    const clock = new TestClock();
    clock.advance(0.25);
    clock.advance(0.75);
    expect(clock.currentTimeMillis()).toBe(1);
    clock.advance(0.0000005);
    expect(clock.nanoTime()).toBe(1_000_001n);
  });

  test('set back, keeps the remaining delay of each timer', () => {
    const clock = new TestClock(5000);
    const fired: number[] = [];
    clock.setTimeout(() => fired.push(clock.currentTimeMillis()), 100);
    clock.setTime(1000);
    clock.advance(99);
    expect(fired).toEqual([]);
    clock.advance(1);
    expect(fired).toEqual([1100]);
  });

  test('set forward, fires timers that fall due on the way, each at its own time', () => {
    const clock = new TestClock();
    const fired: number[] = [];
    for (const delay of [300, 100, 200]) clock.setTimeout(() => fired.push(clock.currentTimeMillis()), delay);
    clock.setTime(250);
    expect(fired).toEqual([100, 200]);
    expect(clock.pending).toBe(1);
  });

  test('reset restores the initial time, in absolute mode, with no timers', () => {
    const clock = new TestClock(1000);
    clock.setSkew(5);
    clock.setTimeout(() => expect.unreachable(), 1);
    clock.reset();
    expect(clock.pending).toBe(0);
    expect(clock.currentTimeMillis()).toBe(1000);
    clock.advance(10);
  });
});

describe('relative mode', () => {
  test('adds the skew to its base, for milliseconds and nanoseconds alike', () => {
    const base = new TestClock(10_000);
    const clock = new TestClock(0, { base });
    clock.setSkew(-250);
    expect(clock.currentTimeMillis()).toBe(9750);
    base.advance(50);
    expect(clock.currentTimeMillis()).toBe(9800);
    clock.advance(1000);
    expect(clock.currentTimeMillis()).toBe(10_800);
    expect(clock.nanoTime() - base.nanoTime()).toBe(750_000_000n);
  });

  test('runs on the system clock by default', () => {
    const clock = new TestClock();
    clock.setSkew(3_600_000);
    const ahead = clock.currentTimeMillis() - Date.now();
    expect(Math.abs(ahead - 3_600_000)).toBeLessThan(60_000);
  });

  test('fires timers as its base moves, and as it is advanced itself', () => {
    const base = new TestClock(10_000);
    const clock = new TestClock(0, { base });
    const fired: string[] = [];
    clock.setSkew(500);
    clock.setTimeout(() => fired.push('late'), 100);
    clock.setTimeout(() => fired.push('early'), 40);
    base.advance(50);
    expect(fired).toEqual(['early']);
    clock.advance(50);
    expect(fired).toEqual(['early', 'late']);
    expect(base.pending).toBe(0);
  });

  test('takes over the timers of absolute mode with their remaining delay, and gives them back', () => {
    const base = new TestClock(10_000);
    const clock = new TestClock(0, { base });
    const fired: number[] = [];
    clock.setTimeout(() => fired.push(clock.currentTimeMillis()), 100);
    clock.advance(60);
    clock.setSkew(0);
    base.advance(39);
    expect(fired).toEqual([]);
    clock.setTime(0);
    clock.advance(1);
    expect(fired).toEqual([1]);
  });
});

describe('bad input', () => {
  const bad = [-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number];

  test.each(bad)('%s is refused as a time, a delay, an interval and an advance', async (value) => {
    const clock = new TestClock();
    const refusal = /must be a finite number of at least/;
    expect(() => new TestClock(value)).toThrow(refusal);
    expect(() => clock.setTime(value)).toThrow(refusal);
    expect(() => clock.advance(value)).toThrow(refusal);
    expect(() => clock.setTimeout(() => {}, value)).toThrow(refusal);
    expect(() => clock.setInterval(() => {}, value)).toThrow(refusal);
    await expect(clock.sleep(value)).rejects.toThrow(refusal);
    await expect(clock.advanceAsync(value)).rejects.toThrow(refusal);
    expect(clock.currentTimeMillis()).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test('names the expected and the actual value', () => {
    const clock = new TestClock();
    expect(() => clock.advance(-5)).toThrow('the advance must be a finite number of at least 0, got -5');
    expect(() => clock.setSkew(Number.NaN)).toThrow('the skew must be a finite number, got NaN');
    expect(() => clock.setInterval(() => {}, 0)).toThrow('the interval must be a finite number of at least 0.000001');
    expect(() => clock.advanceNanos(0.5)).toThrow('the advance in nanoseconds must be a whole number of at least 0');
    expect(() => clock.advanceNanos(-1n)).toThrow('the advance in nanoseconds must be a whole number of at least 0');
    expect(() => clock.setTimeout('go' as never, 1)).toThrow('a timer needs a function to call');
  });

  test('a timer of another clock cannot be cleared here', () => {
    const timer = new TestClock().setTimeout(() => {}, 1);
    expect(() => new TestClock().clearTimeout(timer)).toThrow('this timer was set on another clock');
  });
});
