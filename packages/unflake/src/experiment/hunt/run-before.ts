/** What ran before one execution of a test in the same process. */
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';
import { processOf } from './pair-coverage.ts';

/** `run`: the number of the execution, from 0. A test that ran several times before is in the list as often. */
export function runBefore(trial: Trial, test: TestId, run: number, can: Capabilities): readonly TestId[] {
  const all = Array.from({ length: trial.repeat }, () => trial.tests).flat();
  const at = placeOf(all, test, run);
  if (at < 0) return [];
  const begin = trial.forks === undefined ? 0 : startOfPiece(trial.forks, at);
  const process = processOf(can);
  const own = process(test);
  return all.slice(begin, at).filter((other) => process(other) === own);
}

/** The test at which the process died may have no number of its own, so the last place stands for a number too high. */
function placeOf(all: readonly TestId[], test: TestId, run: number): number {
  let place = -1;
  let times = 0;
  for (const [at, one] of all.entries()) {
    if (one !== test) continue;
    place = at;
    if (times === run) break;
    times += 1;
  }
  return place;
}

function startOfPiece(forks: readonly number[], at: number): number {
  let start = 0;
  for (const length of forks) {
    if (start + length > at) return start;
    start += length;
  }
  return start;
}

/** Each test once, where it ran last. */
export function lastOccurrences(tests: readonly TestId[]): readonly TestId[] {
  return [...new Set(tests.toReversed())].reverse();
}
