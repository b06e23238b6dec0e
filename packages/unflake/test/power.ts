/** What a simulation found out, said aloud: a threshold alone does not show how near it is. */
import { expect } from 'vitest';

/** How many of the seeds came to the right end; gives the number back. */
export function power(right: number, seeds: number): number {
  return say('power', right, seeds);
}

/** How many of the seeds came to an end that they must not come to; gives the number back. */
export function mistakes(wrong: number, seeds: number): number {
  return say('mistakes', wrong, seeds);
}

function say(word: string, count: number, seeds: number): number {
  process.stdout.write(
    `${word} ${(count / seeds).toFixed(2)} (${count} of ${seeds})  ${expect.getState().currentTestName}\n`,
  );
  return count;
}
