import { describe, expect, test } from 'vitest';
import { Barrier, together } from '../../src/concurrency.ts';

describe('a barrier', () => {
  test('lets no task through before the last has arrived, and then all', async () => {
    const barrier = new Barrier(3);
    const passed: string[] = [];
    const arrive = async (name: string) => {
      await barrier.arrive();
      passed.push(name);
    };
    const all = [arrive('a'), arrive('b')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(passed).toEqual([]);
    expect(barrier.waiting).toBe(2);
    all.push(arrive('c'));
    await Promise.all(all);
    expect(passed).toEqual(['a', 'b', 'c']);
  });

  test('can be used again', async () => {
    const barrier = new Barrier(2);
    await Promise.all([barrier.arrive(), barrier.arrive()]);
    await Promise.all([barrier.arrive(), barrier.arrive()]);
    expect(barrier.waiting).toBe(0);
  });

  test('needs a size', () => {
    expect(() => new Barrier(0)).toThrow('the size of a barrier must be a whole number of at least 1, got 0');
  });
});

describe('together', () => {
  test('starts every task before any continues after its first await', async () => {
    const log: string[] = [];
    await together(3, async (index) => {
      log.push(`start ${index}`);
      await Promise.resolve();
      log.push(`end ${index}`);
    });
    expect(log).toEqual(['start 0', 'start 1', 'start 2', 'end 0', 'end 1', 'end 2']);
  });

  test('finds the lost update that a loop of awaits hides', async () => {
    let count = 0;
    const increment = async () => {
      const read = count;
      await Promise.resolve();
      count = read + 1;
    };
    await together(10, increment);
    expect(count).toBe(1);
  });

  test('waits for all, also when some fail, and reports every failure', async () => {
    let ended = 0;
    const mixed = together(4, async (index) => {
      await new Promise((resolve) => setImmediate(resolve));
      ended += 1;
      if (index % 2 === 1) throw new Error(`task ${index}`);
    });
    const error = await mixed.catch((caught: unknown) => caught);
    expect(ended).toBe(4);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map(String)).toEqual(['Error: task 1', 'Error: task 3']);
  });

  test('reports a single failure as it is', async () => {
    const mistake = new TypeError('boom');
    await expect(together(2, (index) => (index === 0 ? 'ok' : Promise.reject(mistake)))).rejects.toBe(mistake);
  });

  test('needs a number of tasks', async () => {
    await expect(together(0, () => {})).rejects.toThrow('the number of tasks must be a whole number of at least 1');
  });
});
