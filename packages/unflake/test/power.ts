/** Prints the result of a simulation, because a threshold alone does not show how close it is. */
import { expect } from 'vitest';

/** Counts the seeds with the right result; returns the number. */
export function power(right: number, seeds: number): number {
  return say('power', right, seeds);
}

/** Counts the seeds with a result that is not allowed; returns the number. */
export function mistakes(wrong: number, seeds: number): number {
  return say('mistakes', wrong, seeds);
}

function say(word: string, count: number, seeds: number): number {
  process.stdout.write(
    `${word} ${(count / seeds).toFixed(2)} (${count} of ${seeds})  ${expect.getState().currentTestName}\n`,
  );
  return count;
}
