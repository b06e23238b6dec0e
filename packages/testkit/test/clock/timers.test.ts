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

  test('due together fire in the order of setting even when one was set from afar and one from near', () => {
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

  test('that throw stop the move at their time and leave the rest pending', () => {
    const clock = new TestClock();
    clock.setTimeout(() => {
      throw new Error('boom');
    }, 10);
    clock.setTimeout(() => {}, 20);
    expect(() => clock.advance(100)).toThrow('boom');
    expect(clock.currentTimeMillis()).toBe(10);
    expect(clock.pending).toBe(1);
  });

  test('that set one another for the same moment for ever are found out', () => {
    const clock = new TestClock(7);
    const again = () => {
      clock.setTimeout(again, 0);
    };
    again();
    expect(() => clock.advance(1)).toThrow('timers keep setting timers for the same moment (7 ms)');
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

describe('moving with promises', () => {
  test('advanceAsync lets promises settle between timers', async () => {
    const clock = new TestClock();
    const log: string[] = [];
    const worker = async () => {
      for (let round = 1; round <= 3; round += 1) {
        await clock.sleep(10);
        await Promise.resolve().then(() => Promise.resolve());
        log.push(`round ${round} at ${clock.currentTimeMillis()}`);
      }
    };
    const done = worker();
    await clock.advanceAsync(30);
    await done;
    expect(log).toEqual(['round 1 at 10', 'round 2 at 20', 'round 3 at 30']);
  });

  test('advanceAsync waits for a chain of promises of any length', async () => {
    const clock = new TestClock();
    let links = 0;
    clock.setTimeout(async () => {
      for (let at = 0; at < 5000; at += 1) {
        await undefined;
        links += 1;
      }
      clock.setTimeout(() => (links += 1), 5);
    }, 10);
    await clock.advanceAsync(15);
    expect(links).toBe(5001);
  });

  test('advanceAsync also finds out timers that stop the time', async () => {
    const clock = new TestClock();
    const again = () => void clock.setTimeout(again, 0);
    again();
    await expect(clock.advanceAsync(1)).rejects.toThrow('the clock cannot move on');
  });

  test('runUntilIdle runs to the last timer and says how many there were', async () => {
    const clock = new TestClock();
    const countdown = (left: number): void => {
      if (left > 0) clock.setTimeout(() => countdown(left - 1), 1000);
    };
    countdown(5);
    expect(await clock.runUntilIdle()).toBe(5);
    expect(clock.currentTimeMillis()).toBe(5000);
  });

  test('runUntilIdle gives up on an interval', async () => {
    const clock = new TestClock();
    clock.setInterval(() => {}, 10);
    await expect(clock.runUntilIdle({ limit: 50 })).rejects.toThrow(
      '1 timers are still pending after 50 have fired; is one of them an interval?',
    );
    expect(clock.currentTimeMillis()).toBe(500);
  });

  test('drive moves the time as far as the promise needs and no further', async () => {
    const clock = new TestClock();
    clock.setTimeout(() => expect.unreachable(), 10_000);
    const answer = await clock.drive(clock.sleep(300).then(() => 'done'));
    expect(answer).toBe('done');
    expect(clock.currentTimeMillis()).toBe(300);
  });

  test('drive passes a rejection on', async () => {
    const clock = new TestClock();
    const failing = clock.sleep(5).then(() => Promise.reject(new Error('refused')));
    await expect(clock.drive(failing)).rejects.toThrow('refused');
  });

  test('drive says so when nothing can settle the promise', async () => {
    const clock = new TestClock(40);
    const stuck = clock.sleep(2).then(() => new Promise(() => {}));
    await expect(clock.drive(stuck)).rejects.toThrow('no timer is pending at 42 ms, and the promise has not settled');
  });
});

describe('sleep', () => {
  test('ends early with the reason of its signal, and leaves no timer', async () => {
    const clock = new TestClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(1000, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
    await expect(clock.sleep(1, { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('lets go of its signal when it is over', async () => {
    const clock = new TestClock();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await clock.drive(clock.sleep(10, { signal }));
    expect(listeners).toBe(0);
  });
});
