import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { InterleavingError, interleave, type Schedule } from '../../src/concurrency.ts';
import { racyBank } from './racy-bank.ts';

async function failureOf(run: Promise<unknown>): Promise<InterleavingError> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(InterleavingError);
  return error as InterleavingError;
}

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

  test('is reported like this', async () => {
    const found = await failureOf(interleave(racyBank(2), { seed: 3 }));
    expect(found.code).toBe('SCHEDULE_FAILED');
    expect(found.message).toMatchInlineSnapshot(`
      "failed under schedule 2 of 100 (seed 3/1): balance is 90
      shortest failing schedule: '0.0.1' (found in 4 more runs); replay it with { replay: '0.0.1' }
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

  test('fails already with the shortest schedule there is, when the plain order fails', async () => {
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

describe('a schedule', () => {
  test('puts a step before and after every call of a wrapped object', async () => {
    class Store {
      #value = 0;
      readonly kind = 'memory';
      read() {
        return this.#value;
      }
      async write(value: number) {
        this.#value = value;
      }
    }
    const scenario = async (schedule: Schedule) => {
      const inner = new Store();
      const store = schedule.wrap('store', inner);
      expect(store.kind).toBe('memory');
      const increment = async () => store.write((await store.read()) + 1);
      schedule.task('a', increment);
      schedule.task('b', increment);
      await schedule.run();
      expect(inner.read()).toBe(2);
    };
    const found = await failureOf(interleave(scenario, { seed: 1 }));
    expect(found.steps).toContain('store.read');
    expect(found.steps).toContain('store.write done');
  });

  test('moves a clock on when no task stands at a step', async () => {
    const scenario = async (schedule: Schedule) => {
      const clock = new TestClock();
      const log: string[] = [];
      schedule.useClock(clock);
      schedule.task('sleeper', async (step) => {
        await clock.sleep(1000);
        await step('awake');
        log.push(`awake at ${clock.currentTimeMillis()}`);
      });
      await schedule.run();
      expect(log).toEqual(['awake at 1000']);
    };
    await interleave(scenario, { schedules: 5 });
  });

  test('waits for the value of a promise given to a step', async () => {
    await interleave(
      async (schedule) => {
        schedule.task('a', async (step) => expect(await step('gets', Promise.resolve(5))).toBe(5));
        await schedule.run();
      },
      { schedules: 3 },
    );
  });

  test('finds a deadlock and names who is in it', async () => {
    const scenario = async (schedule: Schedule) => {
      const held = new Set<string>();
      const lock = async (name: string) => {
        if (held.has(name)) await new Promise(() => {});
        held.add(name);
      };
      const take = (first: string, second: string) => async (step: (what: string) => Promise<void>) => {
        await lock(first);
        await step(`has ${first}`);
        await lock(second);
        held.clear();
      };
      schedule.task('alice', take('left', 'right'));
      schedule.task('bob', take('right', 'left'));
      await schedule.run();
    };
    const found = await failureOf(interleave(scenario, { seed: 2 }));
    expect(String(found.cause)).toBe('Error: deadlock: alice, bob wait for something that no task will do');
  });

  test('reports every task that failed in the same turn', async () => {
    const scenario = async (schedule: Schedule) => {
      let release = () => {};
      const signal = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const name of ['a', 'b']) {
        schedule.task(name, async () => {
          await signal;
          throw new Error(name);
        });
      }
      schedule.task('c', async () => release());
      await schedule.run();
    };
    const found = await failureOf(interleave(scenario, { seed: 2, shortenRuns: 0 }));
    expect(String(found.cause)).toMatch(/2 tasks failed|Error: [ab]/);
  });

  test('refuses two tasks of one name', async () => {
    const scenario = async (schedule: Schedule) => {
      schedule.task('a', async () => {});
      schedule.task('a', async () => {});
    };
    await expect(interleave(scenario)).rejects.toThrow("there is already a task 'a'");
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
