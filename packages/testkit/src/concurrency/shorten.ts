/**
 * Simplifies a failing list of choices within a number of runs: to none at all, else to a single switch of tasks as early as possible, else
 * to the failing list with fewer choices and fewer switches.
 */
import type { Attempt } from './interleave.ts';

export async function shortenSchedule(
  failing: Attempt,
  runs: number,
  follow: (choices: readonly number[]) => Promise<Attempt>,
): Promise<Attempt> {
  let left = runs;
  let best = { ...failing, choices: trim(failing.choices) };
  let options: readonly number[] = [];
  const fails = async (choices: readonly number[]): Promise<boolean> => {
    if (left === 0) return false;
    left -= 1;
    const attempt = await follow(choices);
    options = attempt.options;
    if (attempt.failure) best = { ...attempt, choices: trim(choices) };
    return attempt.failure !== undefined;
  };

  if (await fails([])) return best;
  const plain = options;
  for (let at = 0; at < plain.length; at += 1) {
    for (let choice = 1; choice < plain[at]!; choice += 1) {
      if (await fails([...new Array<number>(at).fill(0), choice])) return best;
    }
  }
  // The shortest prefix that fails; a longer one may pass, so this is a search and not a bisection.
  for (let length = 1; length < best.choices.length; length += 1) {
    if (await fails(best.choices.slice(0, length))) break;
  }
  for (let at = 0; at < best.choices.length; at += 1) {
    for (let lower = 0; lower < best.choices[at]!; lower += 1) if (await fails(best.choices.with(at, lower))) break;
  }
  return best;
}

/** No switch is the default, so trailing zeros are redundant. */
const trim = (choices: readonly number[]): readonly number[] =>
  choices.slice(0, choices.findLastIndex((choice) => choice !== 0) + 1);
