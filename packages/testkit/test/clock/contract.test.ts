/** One test body for every clock: what code may rely on with any clock. */
import { describe, expect, test } from 'vitest';
import { type Clock, SharedClock, systemClock, TestClock } from '../../src/clock.ts';

interface Arm {
  readonly name: string;
  readonly clock: () => Clock;
  /** Lets the promise settle on that clock. */
  readonly settle: <T>(clock: Clock, promise: Promise<T>) => Promise<T>;
}

const arms: readonly Arm[] = [
  { name: 'the system clock', clock: () => systemClock, settle: (_, promise) => promise },
  {
    name: 'a test clock',
    clock: () => new TestClock(1000),
    settle: (clock, promise) => (clock as TestClock).drive(promise),
  },
  {
    name: 'a test clock in relative mode',
    clock: () => {
      const clock = new TestClock();
      clock.setSkew(-5000);
      return clock;
    },
    settle: (_, promise) => promise,
  },
  { name: 'a shared clock', clock: () => new SharedClock(1000), settle: moveUntilSettled },
];

/** Moves a shared clock, as another thread would, until the promise settles. */
async function moveUntilSettled<T>(clock: Clock, promise: Promise<T>): Promise<T> {
  let open = true;
  const close = () => {
    open = false;
  };
  promise.then(close, close);
  while (open) {
    (clock as SharedClock).advance(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}

describe.each(arms)('$name', ({ clock: make, settle }) => {
  test('sleeps at least as long as asked, by its own time', async () => {
    const clock = make();
    const start = clock.nanoTime();
    await settle(clock, clock.sleep(20));
    // Timers of the platform may fire up to a millisecond early by the finer clock.
    expect(clock.nanoTime() - start).toBeGreaterThanOrEqual(19_000_000n);
  });

  test('fires timeouts in due order', async () => {
    const clock = make();
    const fired: string[] = [];
    const done = new Promise<void>((resolve) => {
      clock.setTimeout(() => {
        fired.push('late');
        resolve();
      }, 60);
      clock.setTimeout(() => fired.push('early'), 5);
    });
    await settle(clock, done);
    expect(fired).toEqual(['early', 'late']);
  });

  test('does not fire what was cleared', async () => {
    const clock = make();
    clock.clearTimeout(clock.setTimeout(() => expect.unreachable(), 5));
    clock.clearInterval(clock.setInterval(() => expect.unreachable(), 5));
    clock.clearTimeout(undefined);
    await settle(clock, clock.sleep(20));
  });

  test('repeats an interval', async () => {
    const clock = make();
    let ticks = 0;
    await settle(
      clock,
      new Promise<void>((resolve) => {
        const timer = clock.setInterval(() => {
          ticks += 1;
          if (ticks < 3) return;
          clock.clearInterval(timer);
          resolve();
        }, 5);
      }),
    );
    expect(ticks).toBe(3);
  });

  test('stops sleeping when its signal aborts', async () => {
    const clock = make();
    const stop = new AbortController();
    const sleeping = clock.sleep(60_000, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });

  test('refuses negative delays', async () => {
    const clock = make();
    expect(() => clock.setTimeout(() => {}, -1)).toThrow('the delay must be a finite number of at least 0, got -1');
    await expect(clock.sleep(Number.NaN)).rejects.toThrow('the sleep must be a finite number of at least 0, got NaN');
  });
});
