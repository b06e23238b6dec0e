/**
 * Which executions of a test count for its bound. One that ran after itself in the same process is no new draw of what a process draws, and
 * one with a setting turned belongs to other conditions; both are kept apart.
 */
import type { CertificateRuns } from '../../contract/certificate.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial } from '../../contract/trial.ts';
import type { HuntRecord } from '../hunt/hunt-record.ts';

/** Every process draws a seed of its own for hashes; naming it only makes the draw repeatable. */
export const DRAWN_ANYWAY = 'hashSeed';

type Way = 'processes' | 'forks' | 'repeats' | 'turned';

export interface RunsSoFar extends Omit<CertificateRuns, 'counted'> {
  /** Failures by the same classes. */
  readonly failures: Readonly<Record<Way, number>>;
}

export function countRuns(test: TestId, record: HuntRecord): RunsSoFar {
  const runs: Record<Way, number> = { processes: 0, forks: 0, repeats: 0, turned: 0 };
  const failures: Record<Way, number> = { processes: 0, forks: 0, repeats: 0, turned: 0 };
  const forkedFrom = new Set<string>();
  for (const { result, observation } of record.executionsOf(test)) {
    const way = wayOf(result.trial, test, observation.run);
    runs[way] += 1;
    if (isFailure(observation.outcome)) failures[way] += 1;
    if (way === 'forks') forkedFrom.add(result.id);
  }
  return { ...runs, forkedFrom: forkedFrom.size, failures };
}

function wayOf(trial: Trial, test: TestId, run: number): Way {
  if (isTurned(trial.conditions)) return 'turned';
  if (!isFirst(trial, test, run)) return 'repeats';
  return trial.forks === undefined ? 'processes' : 'forks';
}

const isTurned = (conditions: Conditions): boolean => Object.keys(conditions).some((knob) => knob !== DRAWN_ANYWAY);

/** Whether execution `run` of a test is its first in its process or fork. */
function isFirst(trial: Trial, test: TestId, run: number): boolean {
  if (trial.forks === undefined) return run === 0;
  let firsts = FIRSTS.get(trial);
  if (firsts === undefined) {
    firsts = firstsInForks(trial.tests, trial.forks);
    FIRSTS.set(trial, firsts);
  }
  return firsts.get(test)?.has(run) === true;
}

/** Every look at the counts asks again. */
const FIRSTS = new WeakMap<Trial, ReadonlyMap<TestId, ReadonlySet<number>>>();

function firstsInForks(tests: readonly TestId[], forks: readonly number[]): ReadonlyMap<TestId, ReadonlySet<number>> {
  const firsts = new Map<TestId, Set<number>>();
  const runs = new Map<TestId, number>();
  let start = 0;
  for (const length of forks) {
    const piece = tests.slice(start, start + length);
    for (const [at, test] of piece.entries()) {
      const run = runs.get(test) ?? 0;
      runs.set(test, run + 1);
      if (piece.indexOf(test) !== at) continue;
      const own = firsts.get(test) ?? new Set();
      firsts.set(test, own.add(run));
    }
    start += length;
  }
  return firsts;
}
