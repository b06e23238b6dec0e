import type { LabEvent } from '../../../../src/contract/events.ts';
import { isFailure, type Outcome } from '../../../../src/contract/outcome.ts';
import type { Trial, TrialResult } from '../../../../src/contract/trial.ts';
import type { DriveOptions, RecordedResult } from '../../../../src/engine/drive/drive.ts';
import { local } from '../../../../src/engine/executors/local.ts';
import type { Plan, PlanStep } from '../../../../src/experiment/plan.ts';
import { runOf, trialOf } from '../sample-trial.ts';

export const step = (trials: readonly Trial[], said?: readonly string[]): PlanStep => ({
  phase: 'confirm',
  doing: 'runs alone',
  why: 'to see it fail',
  trials,
  ...(said ? { said } : {}),
});

export interface Finding {
  readonly outcomes: readonly Outcome[];
  readonly ids: readonly string[];
  readonly stop: string | null;
}

/** Steps of the given sizes; a failure in one makes the next one larger, so that the trials depend on the results. */
export function* steps(...sizes: number[]): Plan<Finding> {
  const results: TrialResult[] = [];
  let extra = 0;
  for (const size of sizes) {
    const first = results.length;
    const trials = Array.from({ length: size + extra }, (_, at) => trialOf({ seed: first + at }));
    const reply = yield step(trials);
    if ('stop' in reply) return findingOf(results, reply.stop);
    results.push(...reply);
    extra = reply.filter(({ observations }) => isFailure(observations[0]!.outcome)).length;
  }
  return findingOf(results, null);
}

export function findingOf(results: readonly TrialResult[], stop: string | null): Finding {
  return {
    outcomes: results.map(({ observations }) => observations[0]!.outcome),
    ids: results.map(({ id }) => id),
    stop,
  };
}

/** A store in memory and a world in which every third seed fails; `ran` counts real runs. */
export function world(change: Partial<DriveOptions> = {}) {
  const kept = new Map<number, RecordedResult>();
  const ran: number[] = [];
  const events: LabEvent[] = [];
  let clock = 0;
  const options: DriveOptions = {
    run: async (trial) => {
      ran.push(trial.seed);
      clock += 1_000;
      return runOf(trial, trial.seed % 3 === 2 ? 'failed' : 'passed');
    },
    executor: local({ jobs: 2 }),
    recorded: async (seq) => kept.get(seq),
    append: async ({ seq, key, result }) => {
      const { id: _id, trial: _trial, ...seen } = result;
      kept.set(seq, { key, ...seen });
    },
    emit: (event) => events.push(event),
    budget: { trials: 1_000, minutes: 1_000 },
    signal: new AbortController().signal,
    clock: () => clock,
    ...change,
  };
  return { kept, ran, events, options };
}
