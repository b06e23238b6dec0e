import { describe, expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { interleave, type Schedule } from '../../src/concurrency.ts';
import { failureOf } from './failure-of.ts';

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

  test('advances a clock when no task is at a step', async () => {
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

  test('finds a deadlock and names its tasks', async () => {
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
