/**
 * A suite that is only a rule: it knows which tests pollute which, and answers trials at once, so that plans are tested without processes.
 * `drivePlan` replaces the engine's loop.
 */
import { type Random, random } from '@unflake/testkit/random';
import { isFailure, OUTCOMES, type Outcome } from '../src/contract/outcome.ts';
import type { TestId } from '../src/contract/test-id.ts';
import type { Observation, Phases, Trial, TrialId, TrialResult } from '../src/contract/trial.ts';
import type { MakeTrial } from '../src/experiment/findings.ts';
import type { Plan, PlanStep } from '../src/experiment/plan.ts';

/** What one execution of the target does. */
export interface Behaviour {
  readonly outcome: Outcome;
  readonly fingerprint?: string;
  readonly message?: string;
  readonly ms?: number;
  readonly phases?: Phases;
}

export interface FakeWorld {
  readonly target: TestId;
  /** Each set is enough to make the target fail; all tests of a set are needed. */
  readonly polluters?: readonly (readonly TestId[])[];
  /** Undoes what every test before it did. */
  readonly cleaners?: readonly TestId[];
  /** The target fails unless one of these ran before it (brittle). */
  readonly setters?: readonly TestId[];
  /** How often it fails when polluted or not set up; 1 by default. */
  readonly p?: number;
  /** How often it fails otherwise; 0 by default. */
  readonly q?: number;
  readonly seed?: number;
  /** Overrides all the above: what the target does after these tests, in this trial. */
  readonly behave?: (before: readonly TestId[], trial: Trial, rng: Random) => Behaviour;
  /** Share of the CPU time that the host takes during the n-th trial, from 1. */
  readonly stolen?: (n: number, trial: Trial) => number;
}

export interface FakeSuite {
  run(trials: readonly Trial[]): readonly TrialResult[];
  /** Every trial that was run, in order. */
  readonly ran: readonly Trial[];
  /** Test executions so far, the target's own included. */
  executions(): number;
}

export function fakeSuite(world: FakeWorld): FakeSuite {
  const rng = random(world.seed ?? 1);
  const behave = world.behave ?? ((before) => usual(world, before, rng));
  const ran: Trial[] = [];
  let executions = 0;
  return {
    ran,
    executions: () => executions,
    run: (trials) =>
      trials.map((trial) => {
        ran.push(trial);
        executions += trial.tests.length * trial.repeat;
        const stolen = world.stolen?.(ran.length, trial) ?? 0;
        const result = answer(world.target, trial, `t-${ran.length}`, executions, (before) =>
          behave(before, trial, rng),
        );
        return stolen === 0 ? result : { ...result, stolen };
      }),
  };
}

/** Drives a plan until it returns; before a step that would exceed `budget` trials in total, the plan is told to stop. */
export function drivePlan<Finding>(
  plan: Plan<Finding>,
  run: (trials: readonly Trial[]) => readonly TrialResult[],
  limits: { readonly budget?: number } = {},
): { finding: Finding; steps: readonly PlanStep[]; results: readonly TrialResult[] } {
  const steps: PlanStep[] = [];
  const results: TrialResult[] = [];
  let turn = plan.next();
  while (!turn.done) {
    const step = turn.value;
    if (results.length + step.trials.length > (limits.budget ?? Number.POSITIVE_INFINITY)) {
      turn = plan.next({ stop: 'budget' });
      continue;
    }
    steps.push(step);
    const answers = run(step.trials);
    results.push(...answers);
    turn = plan.next(answers);
  }
  return { finding: turn.value, steps, results };
}

/** Creates trials as a case would: each with its own seed, the target watched. */
export function fakeMake(target: TestId): MakeTrial {
  let made = 0;
  return (tests, how = {}) => {
    made += 1;
    return {
      tests,
      repeat: how.repeat ?? 1,
      ...(how.forks === undefined ? {} : { forks: how.forks }),
      conditions: how.conditions ?? {},
      seed: made,
      watch: how.watch ?? [target],
      exclusive: how.exclusive ?? false,
      timeBoxMs: 60_000,
      mode: how.mode ?? 'probe',
    };
  };
}

function usual(world: FakeWorld, before: readonly TestId[], rng: Random): Behaviour {
  const last = Math.max(-1, ...(world.cleaners ?? []).map((cleaner) => before.lastIndexOf(cleaner)));
  const since = new Set(before.slice(last + 1));
  const polluted = (world.polluters ?? []).some((set) => set.every((test) => since.has(test)));
  const unset = world.setters !== undefined && !world.setters.some((setter) => since.has(setter));
  const rate = polluted || unset ? (world.p ?? 1) : (world.q ?? 0);
  return rng.boolean(rate) ? { outcome: 'failed', fingerprint: 'fp', message: 'it failed' } : { outcome: 'passed' };
}

/** Where each piece of a trial in forks begins. */
function startsOf(forks: readonly number[]): readonly number[] {
  let start = 0;
  return forks.map((length) => {
    start += length;
    return start - length;
  });
}

function answer(
  target: TestId,
  trial: Trial,
  id: TrialId,
  atMs: number,
  behave: (before: readonly TestId[]) => Behaviour,
): TrialResult {
  const watched = trial.watch === 'all' ? null : new Set(trial.watch);
  const observations: Observation[] = [];
  const tally = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  let before: TestId[] = [];
  let failed = false;
  const runs = new Map<TestId, number>();
  const starts = new Set(startsOf(trial.forks ?? []));
  for (let repetition = 0; repetition < trial.repeat; repetition += 1) {
    for (const [at, test] of trial.tests.entries()) {
      if (starts.has(at)) before = [];
      const run = runs.get(test) ?? 0;
      runs.set(test, run + 1);
      const did: Behaviour = test === target ? behave([...before]) : { outcome: 'passed' };
      tally[did.outcome] += 1;
      failed ||= isFailure(did.outcome);
      if (watched === null || watched.has(test)) observations.push({ test, run, ms: 1, ...did });
      before.push(test);
    }
  }
  const ms = trial.tests.length * trial.repeat;
  return {
    id,
    trial,
    observations,
    tally,
    ms,
    atMs,
    ending: { code: failed ? 1 : 0, signal: null, timedOut: false },
    problems: [],
  };
}
