import { expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { DeadlineError, withinDeadline } from '../../src/concurrency.ts';

test('returns the results by name, and leaves no timer', async () => {
  const clock = new TestClock();
  const results = await clock.drive(
    withinDeadline({ slow: () => clock.sleep(50).then(() => 1), quick: () => 'two' }, { within: 100, clock }),
  );
  expect(results).toEqual({ slow: 1, quick: 'two' });
  expect(clock.currentTimeMillis()).toBe(50);
  expect(clock.pending).toBe(0);
});

test('names the tasks of a deadlock, and what each waits for', async () => {
  const clock = new TestClock();
  const locks = { a: new Promise<void>(() => {}), b: new Promise<void>(() => {}) };
  const deadlock = withinDeadline(
    {
      alice: async (waitFor) => {
        await waitFor('the form', Promise.resolve());
        await waitFor('lock A', locks.a);
      },
      bob: (waitFor) => waitFor('the transfer', waitFor('lock B', locks.b)),
      carol: () => new Promise(() => {}),
      dave: () => 'done',
    },
    { within: 1000, clock },
  );
  const error = await clock.drive(deadlock).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DeadlineError);
  expect(error).toMatchObject({
    code: 'DEADLINE_PASSED',
    message:
      '3 of 4 tasks had not ended after 1000 ms: alice (waits for lock A); bob (waits for lock B, the transfer); ' +
      'carol (waits for what it did not say)',
    pending: [
      { name: 'alice', waitsFor: ['lock A'] },
      { name: 'bob', waitsFor: ['lock B', 'the transfer'] },
      { name: 'carol', waitsFor: [] },
    ],
  });
});

test('reports a failing task at once, without waiting for the deadline', async () => {
  const clock = new TestClock();
  const failing = withinDeadline(
    { bad: () => Promise.reject(new Error('boom')), slow: () => clock.sleep(10) },
    { clock },
  );
  await expect(failing).rejects.toThrow('boom');
  expect(clock.currentTimeMillis()).toBe(0);
});

test('refuses a bad deadline', async () => {
  await expect(withinDeadline({}, { within: -1 })).rejects.toThrow('within must be a finite number of at least 0');
});
