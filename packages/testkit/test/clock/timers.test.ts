import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { liveHeapBytes } from '../live-heap.ts';
import { holds } from '../properties.ts';

describe('timers', () => {
  test('fire in due order, and in the order of setting when due together, as a sorted list would', () => {
    const steps = fc.array(fc.record({ delay: fc.nat(50), clear: fc.boolean() }), { maxLength: 60 });
    holds(
      fc.property(steps, fc.array(fc.nat(20)), (timers, advances) => {
        const clock = new TestClock();
        const fired: number[] = [];
        const held = timers.map(({ delay }, at) => clock.setTimeout(() => fired.push(at), delay));
        timers.forEach(({ clear }, at) => {
          if (clear) clock.clearTimeout(held[at]);
        });
        for (const advance of advances) clock.advance(advance);
        const end = advances.reduce((sum, advance) => sum + advance, 0);
        const expected = timers
          .map((timer, at) => ({ ...timer, at }))
          .filter(({ delay, clear }) => !clear && delay <= end && advances.length > 0)
          .sort((a, b) => a.delay - b.delay || a.at - b.at)
          .map(({ at }) => at);
        expect(fired).toEqual(expected);
      }),
    );
  });

  test('due together fire in the order of setting, whether their delay was long or short', () => {
    const clock = new TestClock();
    const fired: string[] = [];
    clock.setTimeout(() => fired.push('set first'), 100);
    clock.advance(50);
    clock.setTimeout(() => fired.push('set second'), 50);
    clock.advance(50);
    expect(fired).toEqual(['set first', 'set second']);
  });

  test('set by a timer fire in the same advance when they fall due in it', () => {
    const clock = new TestClock();
    const fired: number[] = [];
    clock.setTimeout(() => {
      clock.setTimeout(() => fired.push(clock.currentTimeMillis()), 10);
    }, 10);
    clock.advance(20);
    expect(fired).toEqual([20]);
  });

  test('at a delay of zero wait for the next move', () => {
    const clock = new TestClock();
    let fired = false;
    clock.setTimeout(() => {
      fired = true;
    }, 0);
    expect(fired).toBe(false);
    clock.advance(0);
    expect(fired).toBe(true);
  });

  test('respect nanoseconds', () => {
    const clock = new TestClock();
    clock.advanceNanos(500_000);
    let fired = false;
    clock.setTimeout(() => {
      fired = true;
    }, 1);
    clock.advanceNanos(999_999);
    expect(fired).toBe(false);
    clock.advanceNanos(1n);
    expect(fired).toBe(true);
  });

  test('of an interval repeat until cleared, also from within', () => {
    const clock = new TestClock();
    const fired: number[] = [];
    const timer = clock.setInterval(() => {
      fired.push(clock.currentTimeMillis());
      if (fired.length === 3) clock.clearInterval(timer);
    }, 10);
    clock.advance(1000);
    expect(fired).toEqual([10, 20, 30]);
    expect(clock.pending).toBe(0);
  });

  test('may move the time themselves', () => {
    const clock = new TestClock();
    clock.setTimeout(() => clock.advance(100), 10);
    clock.advance(20);
    expect(clock.currentTimeMillis()).toBe(110);
  });

  test('that throw stop the move at their time and leave later timers pending', () => {
    const clock = new TestClock();
    clock.setTimeout(() => {
      throw new Error('boom');
    }, 10);
    clock.setTimeout(() => {}, 20);
    expect(() => clock.advance(100)).toThrow('boom');
    expect(clock.currentTimeMillis()).toBe(10);
    expect(clock.pending).toBe(1);
  });

  test('that set one another for the same time forever are detected', () => {
    const clock = new TestClock(7);
    const again = () => {
      clock.setTimeout(again, 0);
    };
    again();
    expect(() => clock.advance(1)).toThrow('the clock cannot move on from 7 ms: timers keep setting timers');
  });

  test('may be many for one moment when they were set beforehand', () => {
    const clock = new TestClock();
    let fired = 0;
    for (let at = 0; at < 150_000; at += 1) clock.setTimeout(() => (fired += 1), 5);
    clock.advance(5);
    expect(fired).toBe(150_000);
  });

  test('set and cleared a million times leave nothing behind', () => {
    const clock = new TestClock();
    const before = liveHeapBytes();
    for (let at = 0; at < 1_000_000; at += 1) clock.clearTimeout(clock.setTimeout(() => {}, 1_000_000 + at));
    expect(clock.pending).toBe(0);
    expect(liveHeapBytes() - before).toBeLessThan(1_000_000);
  });

  test('cleared twice, or not given, do no harm', () => {
    const clock = new TestClock();
    const timer = clock.setTimeout(() => expect.unreachable(), 1);
    clock.clearTimeout(timer);
    clock.clearTimeout(timer);
    clock.clearTimeout(undefined);
    clock.advance(2);
    expect(clock.pending).toBe(0);
  });
});
