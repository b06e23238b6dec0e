/**
 * Makes a failing list of choices as plain as a number of runs allows: none at all, else a single switch of tasks as
 * early as possible, else the failing list itself with fewer choices and fewer switches.
 */
import type { Attempt } from './interleave.ts';

export async function shorten(
  failing: Attempt,
  runs: number,
  follow: (choices: readonly number[]) => Promise<Attempt>,
): Promise<Attempt> {
  if (runs === 0) return { ...failing, choices: trim(failing.choices) };
  let left = runs - 1;
  let best = { ...failing, choices: trim(failing.choices) };
  const tryOut = async (choices: readonly number[]): Promise<boolean> => {
    if (left === 0) return false;
    left -= 1;
    const attempt = await follow(choices);
    if (attempt.failure === undefined) return false;
    best = { ...attempt, choices: trim(choices) };
    return true;
  };

  const plain = await follow([]);
  if (plain.failure) return { ...plain, choices: [] };
  for (let at = 0; at < plain.options.length && left > 0; at += 1) {
    for (let choice = 1; choice < plain.options[at]!; choice += 1) {
      if (await tryOut([...new Array<number>(at).fill(0), choice])) return best;
    }
  }
  // The shortest prefix that fails; a longer one may pass, so this is a search and not a bisection.
  for (let length = 1; length < best.choices.length && left > 0; length += 1) {
    if (await tryOut(best.choices.slice(0, length))) break;
  }
  for (let at = 0; at < best.choices.length; at += 1) {
    if (best.choices[at] !== 0) await tryOut(best.choices.with(at, 0));
  }
  for (let at = 0; at < best.choices.length; at += 1) {
    for (let lower = 1; lower < best.choices[at]!; lower += 1) if (await tryOut(best.choices.with(at, lower))) break;
  }
  return best;
}

/** Without a switch is how it goes on anyway, so zeros say nothing at the end of the list. */
function trim(choices: readonly number[]): readonly number[] {
  return choices.slice(0, choices.findLastIndex((choice) => choice !== 0) + 1);
}
