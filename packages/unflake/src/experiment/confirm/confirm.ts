/**
 * Is the test flaky at all? Runs its arms in turn and stops at the first discordance: one pass and one failure of the unchanged code.
 * Which arm fails more often is left to `isolate`.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Trial, TrialResult } from '../../contract/trial.ts';
import { eventOf, type Fingerprints, observationOf } from '../event-of.ts';
import type { Arm, ConfirmFinding, Tally } from '../findings.ts';
import { chooseArms } from '../isolate/choose-arm.ts';
import { ask, type Plan, PlanStopped } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import { confidenceSequence } from '../statistics/confidence-sequence.ts';
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';
import { bandOf } from './band.ts';
import { FingerprintCounts } from './fingerprint-counts.ts';
import { enoughToBeRare, showsItOften } from './is-rare.ts';
import { nextTurn } from './take-turns.ts';

export interface ConfirmOptions {
  readonly target: TestId;
  readonly arms: readonly Arm[];
  /** Passes in a row from the start after which we give up; 60 bounds the rate below 5 %. */
  readonly passesNeeded?: number;
  /** Passes that each arm needs before we give up; 1 by default. */
  readonly passesOfEach?: number;
  /** Failures in a row from the start after which it "always fails"; 30 by default. */
  readonly failuresNeeded?: number;
  /**
   * Continues after the first discordance until there are this many failures or runs, or one arm fails often: for callers that need the
   * rate.
   */
  readonly rate?: { readonly failures: number; readonly runs: number };
  /** What was counted before, by the name of the arm: it goes on from there. An arm that is not run again keeps its counts. */
  readonly known?: Readonly<Record<string, Tally>>;
  /** Trials in other orders than those of the arms, none of which failed: passes as well. */
  readonly otherOrders?: number;
  /** Only these failures count; absent, null or empty: every failure. */
  readonly fingerprints?: Fingerprints;
  /** Trials that may run side by side. */
  readonly jobs: number;
  readonly maxTrials: number;
}

const ONLY_FAILURES = 'failures only so far; one pass would show that it is flaky';

interface RunningArm {
  readonly arm: Arm;
  readonly tally: RunningTally;
}

export function* confirm(options: ConfirmOptions): Plan<ConfirmFinding> {
  const running = options.arms.map((arm) => ({ arm, tally: new RunningTally(options.known?.[arm.name]) }));
  const seen = new FingerprintCounts();
  let tried = 0;
  try {
    while (!decided(running, options)) {
      if (tried >= options.maxTrials) return findingOf(running, options, seen, 'trials');
      const size = Math.min(Math.max(1, options.jobs), options.maxTrials - tried);
      const turns = chooseTurns(running, size, options);
      const results = yield* ask(stepOf(turns, running, options));
      tried += results.length;
      results.forEach((result, i) => {
        count(result, turns[i]!.by, options, seen);
      });
    }
  } catch (error) {
    if (error instanceof PlanStopped) return findingOf(running, options, seen, error.reason);
    throw error;
  }
  return findingOf(running, options, seen);
}

function decided(running: readonly RunningArm[], options: ConfirmOptions): boolean {
  const talking = talkingArms(running);
  if (talking.length === 0) return true;
  const { failures, passes, others } = sumOf(running, options);
  const allSeen = talking.every(({ tally }) => tally.tried > 0);
  if (failures > 0 && passes > 0) {
    const { rate } = options;
    if (!rate || !allSeen) return allSeen;
    if (failures >= rate.failures || showsItOften(talking.map(({ tally }) => tally))) return true;
    return failures + passes + others >= rate.runs && unclear(talking).length === 0;
  }
  if (passes === 0 && failures + others >= (options.failuresNeeded ?? 30)) return true;
  return failures === 0 && passes + others >= (options.passesNeeded ?? 60) && behind(talking, options).length === 0;
}

/** Those that have failed, and in too few runs to say how often. */
function unclear(talking: readonly RunningArm[]): readonly RunningArm[] {
  const least = Math.min(...talking.map(({ arm }) => arm.cost));
  return talking.filter(({ arm, tally }) => tally.failures > 0 && tally.runs < enoughToBeRare(arm.cost, least));
}

/** Arms that must run before the plan may give up. */
function behind(talking: readonly RunningArm[], { passesOfEach = 1 }: ConfirmOptions): readonly RunningArm[] {
  return talking.filter(({ tally }) => tally.tried < passesOfEach);
}

function talkingArms(running: readonly RunningArm[]): readonly RunningArm[] {
  return running.filter(({ tally }) => !tally.isSilent);
}

interface ChosenTurn {
  readonly by: RunningArm;
  readonly trial: Trial;
}

/** Once there are enough runs in total, the arms that are short of runs; before that, the two arms whose rates are compared. */
function chooseTurns(running: readonly RunningArm[], size: number, options: ConfirmOptions): readonly ChosenTurn[] {
  const talking = talkingArms(running);
  const { rate, passesNeeded = 60 } = options;
  const enough = sumOf(running, options).runs >= (rate?.runs ?? passesNeeded);
  const late = enough ? (rate ? unclear(talking) : behind(talking, options)) : [];
  if (late.length > 0) return takeTurns(late, size);
  return (rate && compareTwo(talking, size)) ?? takeTurns(talking, size);
}

function takeTurns(arms: readonly RunningArm[], size: number): readonly ChosenTurn[] {
  const turns = arms.map((by) => ({ by, cost: by.arm.cost, runs: by.tally.tried }));
  return Array.from({ length: size }, () => {
    const turn = turns[nextTurn(turns)]!;
    turn.runs += 1;
    return { by: turn.by, trial: turn.by.arm.make() };
  });
}

/** If the rates of two arms are needed, chooses the run that tells most for its cost. Null without two arms that have run. */
function compareTwo(talking: readonly RunningArm[], size: number): readonly ChosenTurn[] | null {
  const [first, second, ...more] = talking;
  if (!first?.tally.tried || !second?.tally.tried || more.length > 0) return null;
  const state = ({ arm, tally }: RunningArm) => ({ count: tally, cost: arm.cost, left: Number.POSITIVE_INFINITY });
  const names = chooseArms({ first: state(first), second: state(second) }, size, { last: null, times: 0 });
  return names.map((name) => {
    const by = name === 'first' ? first : second;
    return { by, trial: by.arm.make() };
  });
}

function stepOf(turns: readonly ChosenTurn[], running: readonly RunningArm[], options: ConfirmOptions) {
  const { failures, runs } = sumOf(running, options);
  const names = [...new Set(turns.map(({ by }) => by.arm.name))].join(' and ');
  const left = failures === 0 ? (options.passesNeeded ?? 60) - runs : (options.failuresNeeded ?? 30) - failures;
  return {
    phase: 'confirm',
    doing: `running the test: ${names}`,
    why: failures === 0 ? 'no failure seen yet' : options.rate ? 'how often, and where more often?' : ONLY_FAILURES,
    trials: turns.map(({ trial }) => trial),
    trialsLeft: Math.max(1, left),
    ...(failures === 0 && runs > 0
      ? { belief: { claim: `fails in less than ${percent(zeroFailureBound(runs))} of runs`, probability: 0.95 } }
      : {}),
  } as const;
}

function count(result: TrialResult, { tally }: RunningArm, options: ConfirmOptions, seen: FingerprintCounts): void {
  tally.add(result, options.target, options.fingerprints ?? null);
  if (eventOf(result, options.target, options.fingerprints ?? null) === 'failure')
    seen.add(observationOf(result, options.target)!);
}

function findingOf(
  running: readonly RunningArm[],
  options: ConfirmOptions,
  seen: FingerprintCounts,
  stopped?: ConfirmFinding['stopped'],
): ConfirmFinding {
  const { failures, passes, others, runs } = sumOf(running, options);
  const all = { failures, runs };
  const own = Object.fromEntries(running.map(({ arm, tally }) => [arm.name, tally.tally()]));
  return {
    kind: kindOf(failures, passes, others),
    arms: { ...options.known, ...own },
    all,
    interval: confidenceSequence(all),
    band: bandOf(all),
    bound: failures === 0 ? zeroFailureBound(runs) : null,
    fingerprints: seen.list(),
    ...(others > 0 ? { otherFailures: others } : {}),
    ...(options.otherOrders ? { otherOrders: options.otherOrders } : {}),
    ...(stopped ? { stopped } : {}),
  };
}

function kindOf(failures: number, passes: number, others: number): ConfirmFinding['kind'] {
  if (failures > 0 && passes > 0) return 'flaky';
  return passes === 0 && failures + others > 0 ? 'always-fails' : 'not-reproduced';
}

function sumOf(running: readonly RunningArm[], { known = {}, otherOrders = 0 }: ConfirmOptions) {
  const isRun = (name: string) => running.some(({ arm }) => arm.name === name);
  const kept = Object.keys(known).filter((name) => !isRun(name));
  const tallies = [...running.map(({ tally }) => tally), ...kept.map((name) => new RunningTally(known[name]))];
  const sum = (pick: (tally: RunningTally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  return {
    failures: sum((tally) => tally.failures),
    passes: sum((tally) => tally.passes) + otherOrders,
    others: sum((tally) => tally.others),
    runs: sum((tally) => tally.runs) + otherOrders,
  };
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(rate < 0.1 ? 1 : 0)} %`;
}
