/**
 * Amplify first: where a failure is rare, look for the conditions that make it come often, so that what follows needs fewer trials. Says
 * nothing about the cause; what amplifies is only where to work.
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
  /** For a way that is not of conditions alone, such as another order. */
  readonly make?: () => Trial;
  /** More of the same: by its name, a way that makes whatever this one makes come more often. */
  readonly stronger?: string;
}

export interface AmplifyOptions {
  readonly target: TestId;
  /** What is known of the plain rate. */
  readonly plain: Count;
  /** Of equally promising ways the earlier is tried first: put the weaker and cheaper ones in front. */
  readonly ways: readonly Way[];
  readonly make: (conditions: Conditions) => Trial;
  readonly fingerprints: Fingerprints;
  readonly jobs: number;
  readonly maxTrials: number;
}

/** From this plain rate on there is nothing to gain. */
export const FREQUENT = 0.1;
/** The rate we hope for, and the one that must be certain before we settle on a way. */
const HOPED = 0.3;
const SETTLED_RATE = 0.2;
const SETTLED = 0.9;
const MIN_FAILURES = 2;
/** A way less likely than this to reach the rate hoped for is given up. */
const GIVEN_UP = 0.01;
/** So often the stronger way is tried, once the weaker one has brought the failure: it may bring it every time. */
const STRONGER_TRIALS = MIN_FAILURES;
/** Most ways do nothing: rates are low until shown otherwise. */
const BEFORE = { a: 0.5, b: 1.5 } as const;

export function* amplify(options: AmplifyOptions): Plan<AmplifyFinding> {
  const log = new ScreenLog(options, options.make);
  const tallies = options.ways.map(() => NO_TALLY);
  let kind: AmplifyFinding['kind'] = 'unresolved';
  let stopped: StopReason | undefined;
  try {
    kind = isFrequent(options.plain) ? 'not-needed' : yield* look(options, log, tallies);
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

function* look(
  options: AmplifyOptions,
  log: ScreenLog,
  tallies: Tally[],
): Generator<PlanStep, AmplifyFinding['kind'], Reply> {
  // Trials that said nothing count against their way, so that a way which only disturbs is given up too.
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

/** Everything that follows is done where the failure comes most often, so that is worth a look at any cost, until it passes there. */
function strongerOf(ways: readonly Way[], tallies: readonly Tally[], wasted: readonly number[]): readonly number[] {
  return ways.flatMap(({ stronger }, at) => {
    const next = ways.findIndex(({ name }) => name === stronger);
    if (next < 0 || tallies[at]!.failures === 0) return [];
    const { failures, runs } = tallies[next]!;
    const open = failures === runs && wasted[next] === 0;
    return open ? Array.from({ length: Math.max(0, STRONGER_TRIALS - runs) }, () => next) : [];
  });
}

/** The most hopeful ways for their cost; each choice of a step reckons with passes of those before it. */
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
