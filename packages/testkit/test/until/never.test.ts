import { expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { never } from '../../src/until.ts';

test('resolves at the end of the time when nothing happened', async () => {
  const clock = new TestClock();
  let asked = 0;
  await clock.drive(never(() => ++asked < 0, { during: 100, every: 10, clock }));
  expect(clock.currentTimeMillis()).toBe(100);
  expect(asked).toBe(11);
});

test('rejects as soon as it happens, and says when', async () => {
  const clock = new TestClock();
  const watching = never(() => clock.currentTimeMillis() === 30 && { retries: 1 }, {
    during: 100,
    clock,
    what: 'a retry',
  });
  await expect(clock.drive(watching)).rejects.toThrow(
    'a retry must not hold during 100 ms, but did after 30 ms: {retries: 1}',
  );
});

test('propagates an error of the condition: a failed check has not shown that nothing happened', async () => {
  const clock = new TestClock();
  const broken = () => Promise.reject(new Error('cannot look'));
  await expect(clock.drive(never(broken, { clock }))).rejects.toThrow('cannot look');
});

test('does not count a check that never answers as quiet', async () => {
  const clock = new TestClock();
  const watching = never(() => new Promise(() => {}), { clock });
  await expect(clock.drive(watching)).rejects.toThrow('but its check has not answered');
});

test('refuses bad durations', async () => {
  await expect(never(() => false, { during: -1 })).rejects.toThrow('during must be a finite number of at least 0');
});
