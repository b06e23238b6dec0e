import { describe, expect, test } from 'vitest';
import { interleave, type Schedule } from '../../src/concurrency.ts';
import { failureOf } from './failure-of.ts';
import { racyBank } from './racy-bank.ts';

describe('a racy scenario', () => {
  test('is found from each of 100 seeds, and replays from the seed it gives 20 times out of 20', async () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const found = await failureOf(interleave(racyBank(2), { seed, shortenRuns: 0 }));
      const replays = new Set<string>();
      for (let again = 0; again < 20; again += 1) {
        const replay = await failureOf(interleave(racyBank(2), { seed: found.seed, schedules: 1, shortenRuns: 0 }));
        replays.add(JSON.stringify([replay.schedule, replay.steps, String(replay.cause)]));
      }
      expect([...replays]).toEqual([JSON.stringify([found.schedule, found.steps, String(found.cause)])]);
    }
  });

  test('comes with its shortest failing schedule, which replays', async () => {
    const found = await failureOf(interleave(racyBank(3), { seed: 7 }));
    expect(found.schedule.split('.').length).toBeLessThanOrEqual(3);
    const replay = await failureOf(interleave(racyBank(3), { replay: found.schedule }));
    expect(replay.steps).toEqual(found.steps);
    expect(String(replay.cause)).toBe(String(found.cause));
  });

  test('that needs two switches is shortened to two', async () => {
    const scenario = async (schedule: Schedule) => {
      const log: string[] = [];
      for (const name of ['a', 'b']) {
        schedule.task(name, async (step) => {
          for (let at = 0; at < 4; at += 1) {
            log.push(name);
            await step();
          }
        });
      }
      await schedule.run();
      if (log.join('').includes('abab')) throw new Error(log.join(''));
    };
    for (let seed = 1; seed <= 10; seed += 1) {
      const found = await failureOf(interleave(scenario, { seed }));
      const switches = found.schedule.split('.').filter((choice) => choice !== '0');
      expect(switches.length, found.message).toBeLessThanOrEqual(3);
      expect(switches.length, found.message).toBeGreaterThanOrEqual(2);
    }
  });

  test('has this report', async () => {
    const found = await failureOf(interleave(racyBank(2), { seed: 3 }));
    expect(found.code).toBe('SCHEDULE_FAILED');
    expect(found.message).toMatchInlineSnapshot(`
      "failed under schedule 2 of 100 (seed 3/1): balance is 90
      shortest failing schedule, found in 4 more runs: { replay: '0.0.1' }
        1. customer 1: start
        2. customer 1: enters
        3. customer 2: start
        4. customer 2: enters
        5. customer 2: has read
        6. customer 2: has written
        7. customer 1: has read
        8. customer 1: has written"
    `);
  });

  test('has the empty schedule if the plain order fails', async () => {
    const found = await failureOf(interleave(() => Promise.reject(new Error('always')), { seed: 1 }));
    expect(found.schedule).toBe('');
    expect(found.cause).toEqual(new Error('always'));
    await failureOf(interleave(() => Promise.reject(new Error('always')), { replay: '' }));
  });
});

describe('a scenario without a race', () => {
  const locked = async (schedule: Schedule) => {
    let balance = 100;
    let turnOf = Promise.resolve();
    for (const name of ['alice', 'bob', 'carol']) {
      schedule.task(name, async (step) => {
        await step('enters');
        const mine = turnOf.then(async () => {
          const read = balance;
          await step('has read');
          balance = read - 10;
        });
        turnOf = mine;
        await mine;
      });
    }
    await schedule.run();
    expect(balance).toBe(70);
  };

  test('passes under every schedule, of which many are distinct', async () => {
    const { schedules, distinct } = await interleave(locked, { schedules: 200, seed: 5 });
    expect(schedules).toBe(200);
    expect(distinct).toBeGreaterThan(20);
  });

  test('passes when a schedule is replayed', async () => {
    expect(await interleave(locked, { replay: '2.1.0.1' })).toEqual({ schedules: 1, distinct: 1 });
  });
});

describe('the schedules of a seed', () => {
  test('reach every order of two tasks', async () => {
    const orders = new Set<string>();
    await interleave(
      async (schedule) => {
        const log: string[] = [];
        for (const name of ['a', 'b']) {
          schedule.task(name, async (step) => {
            log.push(name);
            await step();
            log.push(name);
          });
        }
        await schedule.run();
        orders.add(log.join(''));
      },
      { schedules: 100, seed: 1 },
    );
    expect([...orders].sort()).toEqual(['aabb', 'abab', 'abba', 'baab', 'baba', 'bbaa']);
  });

  test('are the same every time', async () => {
    const record = async () => {
      const all: string[] = [];
      await interleave(
        async (schedule) => {
          for (const name of ['a', 'b', 'c']) {
            schedule.task(name, async (step) => {
              await step();
              all.push(name);
            });
          }
          await schedule.run();
        },
        { schedules: 30, seed: 'same' },
      );
      return all.join('');
    };
    expect(await record()).toBe(await record());
  });
});

test('bad input is refused', async () => {
  const nothing = async () => {};
  await expect(interleave(nothing, { schedules: 0 })).rejects.toThrow('schedules must be a whole number of at least 1');
  await expect(interleave(nothing, { shortenRuns: -1 })).rejects.toThrow('shortenRuns must be a whole number');
  await expect(interleave(nothing, { replay: '1,2' })).rejects.toThrow(
    'a schedule is a list of choices such as 0.2.1, got "1,2"',
  );
});
