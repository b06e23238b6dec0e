import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';

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

  test('advanceAsync also detects timers that stop the time', async () => {
    const clock = new TestClock();
    const again = () => void clock.setTimeout(again, 0);
    again();
    await expect(clock.advanceAsync(1)).rejects.toThrow('the clock cannot move on');
  });

  test('runUntilIdle runs to the last timer and returns how many there were', async () => {
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
      '1 timers are still pending after 50 have fired; is one an interval?',
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

  test('drive throws when nothing can settle the promise', async () => {
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

  test('removes its listener from the signal when it is over', async () => {
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
