import { afterEach, beforeEach, expect, test } from 'vitest';
import { random, SEED_VARIABLE, seeded, seedOf } from '../../src/random.ts';

let before: string | undefined;
beforeEach(() => {
  before = process.env[SEED_VARIABLE];
  delete process.env[SEED_VARIABLE];
});
afterEach(() => {
  if (before === undefined) delete process.env[SEED_VARIABLE];
  else process.env[SEED_VARIABLE] = before;
});

test('the seed is the argument, else the variable, else always the same', () => {
  expect(seedOf(5)).toBe(5);
  expect(seedOf()).toBe('1');
  process.env[SEED_VARIABLE] = '77';
  expect(seedOf()).toBe('77');
  expect(seedOf('mine')).toBe('mine');
});

test('a seeded body gets the stream of its seed and waits for the body', async () => {
  process.env[SEED_VARIABLE] = '77';
  const drawn: number[] = [];
  await seeded(async (rng) => {
    await Promise.resolve();
    drawn.push(rng.int(0, 1e6));
  })();
  expect(drawn).toEqual([random(77).int(0, 1e6)]);
});

test('a failing body reports its seed, in the message and in the stack, and keeps its own error', async () => {
  const mistake = new TypeError('boom');
  const run = seeded(
    () => {
      throw mistake;
    },
    { seed: 'abc' },
  );
  const error: unknown = await run().catch((caught: unknown) => caught);
  expect(error).toBe(mistake);
  expect(mistake.message).toBe('boom\n\nseed: abc (run again with UNFLAKE_SEED=abc)');
  expect(mistake.stack).toContain('seed: abc');
});

test('a thrown value that is not an error is wrapped, with the seed', async () => {
  const run = seeded(() => Promise.reject('just text'), { seed: 3 });
  await expect(run()).rejects.toMatchObject({ message: expect.stringContaining('seed: 3'), cause: 'just text' });
});

test('the wrapped body takes no argument, so that no runner waits for a callback', () => {
  expect(seeded(() => undefined)).toHaveLength(0);
});
