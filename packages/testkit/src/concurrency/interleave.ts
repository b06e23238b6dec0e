/**
 * Runs a scenario under many schedules drawn from a seed; reports a failing one by its seed and by the shortest list of choices that still
 * fails. `schedule.ts` runs a single schedule.
 */
import { random, seedOf } from '../random.ts';
import { asError } from '../text/as-error.ts';
import { requireThat, requireWhole } from '../text/refuse.ts';
import { type Choose, type Schedule, scheduledRun } from './schedule.ts';
import { shortenSchedule } from './shorten.ts';

export interface InterleaveOptions {
  /** How many schedules to try; by default 100. */
  readonly schedules?: number;
  /** The source of the schedules; by default the seed in UNFLAKE_SEED, else a fixed one. */
  readonly seed?: number | string;
  /** Runs only one schedule: the text from an InterleavingError. */
  readonly replay?: string;
  /** The maximum number of additional runs for shortening a failing schedule; by default 200. */
  readonly shortenRuns?: number;
}

export interface Interleaved {
  readonly schedules: number;
  /** The number of distinct schedules, by the steps that they ran. */
  readonly distinct: number;
}

/** The scenario failed under a schedule. `cause` is the original error. */
export class InterleavingError extends Error {
  override readonly name = 'InterleavingError';
  readonly code = 'SCHEDULE_FAILED';
  /** `interleave(scenario, { seed, schedules: 1 })` runs the failing schedule as it was found. */
  declare readonly seed: number | string;
  /** `interleave(scenario, { replay: schedule })` runs the shortest failing schedule. */
  declare readonly schedule: string;
  /** The steps of the shortest failing schedule, in order. */
  declare readonly steps: readonly string[];
}

/** The result of a scenario under one list of choices. */
export interface Attempt {
  readonly choices: readonly number[];
  /** The number of options at each choice. */
  readonly options: readonly number[];
  readonly steps: readonly string[];
  readonly failure?: Failure;
}

interface Failure {
  readonly error: unknown;
}

type Scenario = (schedule: Schedule) => Promise<unknown>;

/**
 * Tries the scenario under `schedules` schedules. The scenario must create everything anew each time, and nothing but the schedule may
 * differ between runs.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { interleave, InterleavingError } from '@unflake/testkit/concurrency';
 *
 * const failure = await interleave(async (schedule) => {
 *   let balance = 100;
 *   const withdraw = async (step: (what: string) => Promise<void>) => {
 *     const read = balance;
 *     await step('has read');
 *     balance = read - 10;
 *   };
 *   schedule.task('alice', withdraw);
 *   schedule.task('bob', withdraw);
 *   await schedule.run();
 *   assert.equal(balance, 80);
 * }, { seed: 1 }).catch((error: unknown) => error);
 * assert.ok(failure instanceof InterleavingError);
 * assert.equal(failure.schedule, '0.1'); // after alice's start, let bob go first
 * assert.deepEqual(failure.steps, ['alice: start', 'bob: start', 'bob: has read', 'alice: has read']);
 * ```
 */
export async function interleave(scenario: Scenario, options: InterleaveOptions = {}): Promise<Interleaved> {
  const { schedules = 100, shortenRuns = 200, replay, seed = seedOf() } = options;
  requireWhole(1, 'schedules', schedules);
  requireWhole(0, 'shortenRuns', shortenRuns);
  const follow = (choices: readonly number[]) => attempt(scenario, followed(choices));
  if (replay !== undefined) {
    requireThat(/^(\d+(\.\d+)*)?$/.test(replay), 'a schedule is a list of choices such as 0.2.1', replay);
    const again = await follow(replay.split('.').map(Number));
    if (again.failure) throw report(again.failure, `replay of ${replay}`, seed, again, 0);
    return { schedules: 1, distinct: 1 };
  }
  const root = random(seed);
  const seen = new Set<string>();
  for (let at = 0; at < schedules; at += 1) {
    // The first schedule uses the seed itself, so that the seed of any schedule, passed again, comes first.
    const stream = at === 0 ? root : root.fork(String(at));
    const found = await attempt(scenario, (count) => stream.int(0, count - 1));
    seen.add(found.steps.join('\n'));
    if (!found.failure) continue;
    let runs = 0;
    const shortest = await shortenSchedule(found, shortenRuns, (choices) => {
      runs += 1;
      return follow(choices);
    });
    throw report(found.failure, `schedule ${at + 1} of ${schedules}`, stream.seed, shortest, runs);
  }
  return { schedules, distinct: seen.size };
}

/** Beyond the list, or beyond the options, the choice is 0: no switch of tasks. */
function followed(choices: readonly number[]): Choose {
  let at = 0;
  return (count) => {
    const choice = choices[at++] ?? 0;
    return choice < count ? choice : 0;
  };
}

async function attempt(scenario: Scenario, choose: Choose): Promise<Attempt> {
  const choices: number[] = [];
  const options: number[] = [];
  const steps: string[] = [];
  const record: Choose = (count) => {
    const choice = choose(count);
    choices.push(choice);
    options.push(count);
    return choice;
  };
  try {
    await scenario(scheduledRun(record, steps));
    return { choices, options, steps };
  } catch (error) {
    return { choices, options, steps, failure: { error } };
  }
}

function report(found: Failure, where: string, seed: number | string, shortest: Attempt, runs: number) {
  const { error } = shortest.failure ?? found;
  const { choices, steps } = shortest;
  const schedule = choices.join('.');
  const message = [
    `failed under ${where} (seed ${seed}): ${asError(error).message}`,
    `shortest failing schedule, found in ${runs} more runs: { replay: '${schedule}' }`,
    ...steps.map((step, at) => `  ${at + 1}. ${step}`),
  ].join('\n');
  return Object.assign(new InterleavingError(message, { cause: error }), { seed, schedule, steps });
}
