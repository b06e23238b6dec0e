/**
 * Amplification: finds conditions under which a rare failure is frequent, so that later stages need fewer trials. It says nothing about the
 * cause.
 */
import type { Count } from '../../contract/evidence.ts';
import type { StopReason } from '../../contract/findings.ts';
import type { AmplifyFinding } from '../../contract/screen-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial } from '../../contract/trial.ts';
import type { Fingerprints } from '../event-of.ts';
import type { Tally } from '../findings.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { confidenceSequence } from '../statistics/confidence-sequence.ts';
import { betaCdf } from '../statistics/incomplete-beta.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { ScreenLog, TrialsSpent } from './screen-log.ts';

export interface Way {
  readonly name: string;
  readonly conditions: Conditions;
  /** How many times longer a trial takes this way. */
  readonly cost: number;
  /** How much more likely than others it is to help; 1 unless told. */
  readonly weight?: number;
  /** For amplifiers beyond conditions, such as another order. */
  readonly make?: () => Trial;
  /** The name of a stronger variant of this amplifier. */
  readonly stronger?: string;
}

export interface AmplifyOptions {
  readonly target: TestId;
  /** What is known of the plain rate. */
  readonly plain: Count;
  /** Among equally promising amplifiers the earlier is tried first: list weaker and cheaper ones first. */
  readonly ways: readonly Way[];
  readonly make: (conditions: Conditions) => Trial;
  readonly fingerprints: Fingerprints;
  readonly jobs: number;
  readonly maxTrials: number;
}

/** From this plain rate on there is nothing to gain. */
export const FREQUENT = 0.1;
/** The target rate, and the rate that must be certain before an amplifier is chosen. */
const HOPED = 0.3;
const SETTLED_RATE = 0.2;
const SETTLED = 0.9;
const MIN_FAILURES = 2;
/** An amplifier less likely than this to reach the target rate is dropped. */
const GIVEN_UP = 0.01;
/** Trials of the stronger variant once the weaker one has caused the failure: it may cause it every time. */
const STRONGER_TRIALS = MIN_FAILURES;
/** Most amplifiers do nothing: rates are low a priori. */
const BEFORE = { a: 0.5, b: 1.5 } as const;

export function* amplify(options: AmplifyOptions): Plan<AmplifyFinding> {
  const log = new ScreenLog(options, options.make);
  const tallies = options.ways.map(() => NO_TALLY);
  let kind: AmplifyFinding['kind'] = 'unresolved';
  let stopped: StopReason | undefined;
  try {
    kind = isFrequent(options.plain) ? 'not-needed' : yield* amplifyUntilFrequent(options, log, tallies);
  } catch (error) {
    if (error instanceof PlanStopped) stopped = error.reason;
    else if (error instanceof TrialsSpent) stopped = 'trials';
    else throw error;
  }
  const found = tallies.findIndex(isSettled);
  const tally = tallies[found];
  return {
    kind,
    conditions: options.ways[found]?.conditions ?? null,
    rate: tally === undefined ? null : { tally, interval: confidenceSequence(tally) },
    plain: options.plain,
    ways: options.ways.map(({ name, conditions }, at) => ({ name, conditions, tally: tallies[at]! })),
    trials: log.trials,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

function* amplifyUntilFrequent(
  options: AmplifyOptions,
  log: ScreenLog,
  tallies: Tally[],
): Generator<PlanStep, AmplifyFinding['kind'], Reply> {
  // Trials without an outcome count against their amplifier, so that one which only disturbs is dropped too.
  const wasted = options.ways.map(() => 0);
  for (;;) {
    if (tallies.some(isSettled)) return 'amplified';
    const urgent = strongerOf(options.ways, tallies, wasted).slice(0, log.room);
    const chosen = urgent.length > 0 ? urgent : choose(options.ways, tallies, wasted, log.room);
    if (chosen.length === 0) return 'not-found';
    const names = [...new Set(chosen.map((at) => options.ways[at]!.name))].join(', ');
    const answers = yield* log.run(
      chosen.map((at) => options.ways[at]!.make?.() ?? options.make(options.ways[at]!.conditions)),
      { doing: names, why: 'the failure is rare; this may make it frequent enough to work with' },
    );
    for (const [index, at] of chosen.entries()) {
      const answer = answers[index]!;
      tallies[at] = addTrial(tallies[at]!, answer);
      if (answer.failed === null) wasted[at]! += 1;
    }
  }
}

/** All later stages run under the chosen amplifier, so a stronger one is worth its cost until it passes. */
function strongerOf(ways: readonly Way[], tallies: readonly Tally[], wasted: readonly number[]): readonly number[] {
  return ways.flatMap(({ stronger }, at) => {
    const next = ways.findIndex(({ name }) => name === stronger);
    if (next < 0 || tallies[at]!.failures === 0) return [];
    const { failures, runs } = tallies[next]!;
    const open = failures === runs && wasted[next] === 0;
    return open ? Array.from({ length: Math.max(0, STRONGER_TRIALS - runs) }, () => next) : [];
  });
}

/** The most promising amplifiers for their cost; each choice of a step assumes that the earlier ones pass. */
function choose(ways: readonly Way[], tallies: readonly Tally[], wasted: readonly number[], room: number) {
  const passes = [...wasted];
  const chosen: number[] = [];
  while (chosen.length < room) {
    let best = { at: -1, hope: 0 };
    for (const [at, { cost, weight = 1 }] of ways.entries()) {
      const { failures, runs } = tallies[at]!;
      const likely = atLeast(HOPED, { failures, runs: runs + passes[at]! });
      const hope = (likely * weight) / cost;
      if (likely >= GIVEN_UP && hope > best.hope) best = { at, hope };
    }
    if (best.at < 0) break;
    chosen.push(best.at);
    passes[best.at]! += 1;
  }
  return chosen;
}

const isFrequent = ({ failures, runs }: Count) => runs > 0 && failures / runs > FREQUENT;

const isSettled = (tally: Count) => tally.failures >= MIN_FAILURES && atLeast(SETTLED_RATE, tally) >= SETTLED;

/** The probability that the rate is no lower than this. */
function atLeast(rate: number, { failures, runs }: Count): number {
  return 1 - betaCdf(rate, BEFORE.a + failures, BEFORE.b + runs - failures);
}
