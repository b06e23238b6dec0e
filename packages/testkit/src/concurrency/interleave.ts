/**
 * Runs a scenario under many schedules drawn from a seed; reports a failing one by its seed and by the shortest list
 * of choices that still fails. How one schedule is carried out is left to `schedule.ts`.
 */
import { type Random, random, seedOf } from '../random.ts';
import { requireThat, requireWhole } from '../text/refuse.ts';
import { type Schedule, ScheduledRun } from './schedule.ts';
import { shorten } from './shorten.ts';

export interface InterleaveOptions {
  /** How many schedules to try; by default 100. */
  readonly schedules?: number;
  /** Where the schedules come from; by default the seed in UNFLAKE_SEED, else a fixed one. */
  readonly seed?: number | string;
  /** Runs one schedule only: the text that an InterleavingError gave. */
  readonly replay?: string;
  /** How many more runs may go into making a failing schedule shorter; by default 200. */
  readonly shortenRuns?: number;
}

export interface Interleaved {
  readonly schedules: number;
  /** How many of them differed in what they let through. */
  readonly distinct: number;
}

/** The scenario failed under a schedule. `cause` is what it failed with. */
export class InterleavingError extends Error {
  override readonly name = 'InterleavingError';
  readonly code = 'SCHEDULE_FAILED';
  /** `interleave(scenario, { seed, schedules: 1 })` runs the failing schedule as it was found. */
  readonly seed: number | string;
  /** `interleave(scenario, { replay: schedule })` runs the shortest failing one. */
  readonly schedule: string;
  /** What the shortest failing schedule let through, in order. */
  readonly steps: readonly string[];

  constructor(message: string, cause: unknown, at: Pick<InterleavingError, 'seed' | 'schedule' | 'steps'>) {
    super(message, { cause });
    this.seed = at.seed;
    this.schedule = at.schedule;
    this.steps = at.steps;
  }
}

/** How a scenario went under one list of choices. */
export interface Attempt {
  readonly choices: readonly number[];
  /** How many there were to choose from, each time. */
  readonly options: readonly number[];
  readonly steps: readonly string[];
  readonly failure: { readonly error: unknown } | undefined;
}

type Scenario = (schedule: Schedule) => Promise<unknown>;

/**
 * Tries the scenario under `schedules` schedules. The scenario must make everything anew each time, and differ from
 * run to run in nothing but the schedule.
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
  const { schedules = 100, shortenRuns = 200, replay } = options;
  requireWhole(1, 'schedules', schedules);
  requireWhole(0, 'shortenRuns', shortenRuns);
  if (replay !== undefined) {
    const choices = parse(replay);
    const attempt = await follow(scenario, choices);
    if (attempt.failure) throw report(attempt, `replay of ${replay}`, seedOf(options.seed), attempt, 0);
    return { schedules: 1, distinct: 1 };
  }
  const root = random(seedOf(options.seed));
  const seen = new Set<string>();
  for (let at = 0; at < schedules; at += 1) {
    // The first schedule is the seed's own, so that the seed of any schedule, given back, comes first.
    const stream = at === 0 ? root : root.fork(String(at));
    const attempt = await draw(scenario, stream);
    seen.add(attempt.steps.join('\n'));
    if (attempt.failure === undefined) continue;
    let runs = 0;
    const shortest = await shorten(attempt, shortenRuns, (choices) => {
      runs += 1;
      return follow(scenario, choices);
    });
    throw report(attempt, `schedule ${at + 1} of ${schedules}`, stream.seed, shortest, runs);
  }
  return { schedules, distinct: seen.size };
}

function draw(scenario: Scenario, stream: Random): Promise<Attempt> {
  return attempt(scenario, (options) => stream.int(0, options - 1));
}

/** Beyond the list, or beyond what there is to choose from, the choice is 0: no switch of tasks. */
function follow(scenario: Scenario, choices: readonly number[]): Promise<Attempt> {
  let at = 0;
  return attempt(scenario, (options) => {
    const choice = choices[at] ?? 0;
    at += 1;
    return choice < options ? choice : 0;
  });
}

async function attempt(scenario: Scenario, choose: (options: number) => number): Promise<Attempt> {
  const choices: number[] = [];
  const options: number[] = [];
  const run = new ScheduledRun((count) => {
    const choice = choose(count);
    choices.push(choice);
    options.push(count);
    return choice;
  });
  const seen = { choices, options, steps: run.steps };
  try {
    await scenario(run);
    return { ...seen, failure: undefined };
  } catch (error) {
    return { ...seen, failure: { error } };
  }
}

function parse(schedule: string): number[] {
  requireThat(/^(\d+(\.\d+)*)?$/.test(schedule), 'a schedule is a list of choices such as 0.2.1', schedule);
  return schedule === '' ? [] : schedule.split('.').map(Number);
}

function report(
  found: Attempt,
  where: string,
  seed: number | string,
  shortest: Attempt,
  runs: number,
): InterleavingError {
  const cause = shortest.failure?.error ?? found.failure?.error;
  const schedule = shortest.choices.join('.');
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = [
    `failed under ${where} (seed ${seed}): ${reason}`,
    `shortest failing schedule: '${schedule}' (found in ${runs} more runs); replay it with { replay: '${schedule}' }`,
    ...shortest.steps.map((step, at) => `  ${at + 1}. ${step}`),
  ].join('\n');
  return new InterleavingError(message, cause, { seed, schedule, steps: shortest.steps });
}
