/**
 * Finds a test's seed and adds it to the message when the test fails. `stream.ts` has the generator; nothing here uses a clock or an
 * unseeded generator.
 */
import { asError } from '../text/as-error.ts';
import { variable } from '../text/variable.ts';
import { type Random, random } from './stream.ts';

/** The environment variable that gives every `seeded` test its seed. */
export const SEED_VARIABLE = 'UNFLAKE_SEED';

// Fixed, so that a suite without the variable behaves the same in every run.
const DEFAULT_SEED = '1';

/**
 * The seed to use: the argument, else the environment variable UNFLAKE_SEED, else a fixed value.
 *
 * @example
 * ```ts
 * import { random, seedOf } from '@unflake/testkit/random';
 *
 * const rng = random(seedOf());
 * console.log(`seed ${rng.seed}`);
 * ```
 */
export const seedOf = (seed?: number | string): number | string => seed ?? (variable(SEED_VARIABLE) || DEFAULT_SEED);

/**
 * A test body that gets a `Random`; when it fails, its error contains the seed and how to rerun it.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import assert from 'node:assert/strict';
 * import { seeded } from '@unflake/testkit/random';
 *
 * test('sorting keeps every value', seeded((random) => {
 *   const values = Array.from({ length: 50 }, () => random.int(0, 99));
 *   assert.equal([...values].sort((a, b) => a - b).length, values.length);
 * }));
 * ```
 */
// The returned function takes no argument, because jest and mocha would wait for a callback.
export function seeded(
  body: (random: Random) => unknown,
  options: { seed?: number | string } = {},
): () => Promise<void> {
  return async () => {
    const seed = seedOf(options.seed);
    try {
      await body(random(seed));
    } catch (error) {
      throw withSeed(error, seed);
    }
  };
}

function withSeed(thrown: unknown, seed: number | string): Error {
  const error = asError(thrown);
  const { message, stack } = error;
  error.message += `\n\nseed: ${seed} (run again with ${SEED_VARIABLE}=${seed})`;
  // Runners print the stack, which contains the message as it was when the error was created.
  if (stack) error.stack = stack.replace(message, () => error.message);
  return error;
}
