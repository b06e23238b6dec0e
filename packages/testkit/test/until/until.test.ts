import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { UntilTimeoutError, until } from '../../src/until.ts';

describe('until', () => {
  test('returns the first truthy value and checks no further', async () => {
    const clock = new TestClock();
    let asked = 0;
    const value = await clock.drive(until(() => (++asked === 4 ? 'there' : ''), { clock }));
    expect(value).toBe('there');
    expect(asked).toBe(4);
    expect(clock.currentTimeMillis()).toBe(30);
  });

  test('does not wait at all when the condition holds already', async () => {
    const clock = new TestClock();
    expect(await until(() => 7, { clock })).toBe(7);
    expect(clock.pending).toBe(0);
  });

  test('waits for a condition that answers later', async () => {
    const clock = new TestClock();
    const condition = async () => {
      await clock.sleep(3);
      return clock.currentTimeMillis() >= 50;
    };
    expect(await clock.drive(until(condition, { clock }))).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test('treats an error of the condition as "not yet"', async () => {
    const clock = new TestClock();
    const condition = () => {
      if (clock.currentTimeMillis() < 100) throw new Error('too early');
      return 'ready';
    };
    expect(await clock.drive(until(condition, { clock }))).toBe('ready');
  });

  test('on a timeout reports how long, how often, and the last value', async () => {
    const clock = new TestClock();
    const waiting = until(() => (clock.currentTimeMillis() < 0 ? 'never' : null), {
      within: 50,
      every: 20,
      clock,
      what: 'the reply',
    });
    const error: unknown = await clock.drive(waiting).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UntilTimeoutError);
    expect(error).toMatchObject({
      code: 'UNTIL_TIMEOUT',
      message: 'the reply did not hold within 50 ms (4 checks); last value: null',
    });
  });

  test('on a timeout reports the last error, and has it as the cause', async () => {
    const clock = new TestClock();
    const refused = new Error('connection refused');
    const waiting = until(() => Promise.reject(refused), { within: 10, clock });
    const error: unknown = await clock.drive(waiting).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      message: 'the condition did not hold within 10 ms (2 checks); last error: Error: connection refused',
      cause: refused,
    });
  });

  test('gives up on a check that never answers', async () => {
    const clock = new TestClock();
    const waiting = until(() => new Promise<boolean>(() => {}), { within: 40, clock });
    await expect(clock.drive(waiting)).rejects.toThrow('within 40 ms (1 checks); the last check has not answered');
    expect(clock.currentTimeMillis()).toBe(40);
  });

  test('looks once more at the very end of its time', async () => {
    const clock = new TestClock();
    const waiting = until(() => clock.currentTimeMillis() === 25, { within: 25, every: 10, clock });
    expect(await clock.drive(waiting)).toBe(true);
  });

  test('stops when its signal aborts', async () => {
    const clock = new TestClock();
    const stop = new AbortController();
    const waiting = until(() => false, { clock, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
  });

  test('does not check at all if its signal is already aborted', async () => {
    let asked = 0;
    const asking = until(() => ++asked, { signal: AbortSignal.abort(new Error('too late')) });
    await expect(asking).rejects.toThrow('too late');
    expect(asked).toBe(0);
  });

  test('cuts a huge last value', async () => {
    const clock = new TestClock();
    const waiting = until(() => (clock.currentTimeMillis() > 1e9 ? 'x' : undefined), { within: 0, clock });
    await expect(clock.drive(waiting)).rejects.toThrow('last value: undefined');
    const big = until(() => Promise.reject(new Error('x'.repeat(5000))), { within: 0, clock });
    const error = (await clock.drive(big).catch((caught: unknown) => caught)) as Error;
    expect(error.message.length).toBeLessThan(700);
  });

  test('runs on the real clock when it is given none', async () => {
    let ready = false;
    setTimeout(() => {
      ready = true;
    }, 15);
    expect(await until(() => ready, { within: 10_000 })).toBe(true);
  });

  test('refuses bad durations', async () => {
    await expect(until(() => true, { within: -1 })).rejects.toThrow('within must be a finite number of at least 0');
    await expect(until(() => true, { every: Number.NaN })).rejects.toThrow(
      'every must be a finite number of at least 0',
    );
  });
});
