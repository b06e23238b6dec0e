/** A whole suite that is only rules: each test knows what makes it fail. It answers trials at once, so that hunts are tested without processes. */
import { type Random, random } from '@unflake/testkit/random';
import { isFailure, OUTCOMES, type Outcome } from '../src/contract/outcome.ts';
import type { TestId } from '../src/contract/test-id.ts';
import type { Conditions, Observation, Trial, TrialResult } from '../src/contract/trial.ts';

export interface FakeTest {
  readonly test: TestId;
  /** What it does after these tests in the same process; passes by default. */
  readonly does?: (at: {
    readonly before: readonly TestId[];
    readonly conditions: Conditions;
    readonly rng: Random;
    /** In a fork of the process that collected the tests. */
    readonly forked: boolean;
  }) => Outcome;
  readonly ms?: number;
  /** It computes, so that it takes as much longer as it gets less CPU time. */
  readonly isBusy?: boolean;
}

export interface FakeHuntSuite {
  run(trials: readonly Trial[]): readonly TrialResult[];
  readonly ran: readonly Trial[];
}

export function fakeHuntSuite(tests: readonly FakeTest[], seed: number): FakeHuntSuite {
  const byId = new Map(tests.map((one) => [one.test, one]));
  const rng = random(seed);
  const ran: Trial[] = [];
  let atMs = 0;
  return {
    ran,
    run: (trials) =>
      trials.map((trial) => {
        ran.push(trial);
        const result = answer(trial, byId, rng, `t-${ran.length}`);
        atMs += result.ms;
        return { ...result, atMs };
      }),
  };
}

const STARTUP_MS = 50;

function answer(
  trial: Trial,
  byId: ReadonlyMap<TestId, FakeTest>,
  rng: Random,
  id: TrialResult['id'],
): Omit<TrialResult, 'atMs'> {
  const watched = trial.watch === 'all' ? null : new Set(trial.watch);
  const observations: Observation[] = [];
  const tally = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const runs = new Map<TestId, number>();
  let ms = STARTUP_MS;
  let hasEnded = false;
  const all = Array.from({ length: trial.repeat }, () => trial.tests).flat();
  const starts = new Set<number>();
  let start = 0;
  for (const length of trial.forks ?? []) {
    starts.add(start);
    start += length;
  }
  let before: TestId[] = [];
  for (const [at, test] of all.entries()) {
    if (starts.has(at)) {
      before = [];
      hasEnded = false;
    }
    const run = runs.get(test) ?? 0;
    runs.set(test, run + 1);
    if (hasEnded) continue;
    const own = byId.get(test)!;
    const outcome =
      own.does?.({ before: [...before], conditions: trial.conditions, rng, forked: trial.forks !== undefined }) ??
      'passed';
    ms += (own.ms ?? 1) / (own.isBusy === true ? Number(trial.conditions.cpu ?? 1) : 1);
    tally[outcome] += 1;
    hasEnded = outcome === 'crashed';
    if (watched === null || watched.has(test)) observations.push({ test, run, ms: own.ms ?? 1, outcome });
    before.push(test);
  }
  const seen = new Set(observations.map(({ test }) => test));
  for (const test of watched ?? trial.tests)
    if (!seen.has(test)) observations.push({ test, run: 0, outcome: 'missing', ms: null });
  const failed = observations.some(({ outcome }) => isFailure(outcome));
  // The command that a person would type judges the selection by its only watched test.
  return {
    id,
    trial,
    observations: trial.mode === 'plain' ? observations.slice(-1) : observations,
    tally,
    ms,
    ending: { code: failed ? 1 : 0, signal: null, timedOut: false },
    problems: [],
  };
}
