/** The error with which an interleaving must have failed. */
import { expect } from 'vitest';
import { InterleavingError } from '../../src/concurrency.ts';

export async function failureOf(run: Promise<unknown>): Promise<InterleavingError> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(InterleavingError);
  return error as InterleavingError;
}
