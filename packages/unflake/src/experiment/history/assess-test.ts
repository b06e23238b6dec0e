/**
 * What the results of CI say about one test: its status, how sure that is, how often it fails on unchanged code, since when, and how much it
 * costs. Incidents of whole runs are left out before. Pure.
 */
import type { Interval } from '../../contract/evidence.ts';
import { clopperPearson } from '../statistics/rate-interval.ts';
import { flakyBelief, RATES } from './flaky-model.ts';
import { type HistoryEvidence, historyEvidence } from './history-evidence.ts';
import { type BranchResults, byBranch, type PastResult } from './past-result.ts';

export const HISTORY_STATUSES = ['healthy', 'flaky', 'broken', 'fixed'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];

export interface CommitRange {
  /** The last commit at which it was still sound, at 95 %; null if the history does not reach back so far. */
  readonly after: string | null;
  readonly by: string;
}

export interface TestAssessment {
  readonly status: HistoryStatus;
  /** That the test is, or was, flaky. */
  readonly flaky: number;
  readonly broken: number;
  /** Failures on unchanged code among the results of commits that did not break it. */
  readonly failures: number;
  readonly runs: number;
  readonly interval: Interval | null;
  readonly evidence: Readonly<Record<HistoryEvidence['kind'], number>>;
  /** The newest of them, the newest last. */
  readonly latest: readonly HistoryEvidence[];
  readonly began: CommitRange | null;
  readonly lastFailedAtMs: number | null;
  /** Passes since its last failure. */
  readonly passesSince: number;
  readonly reruns: number;
  readonly minutesLost: number;
  /** Failures on unchanged code, reruns and minutes; 0 for a test that is fixed. */
  readonly hurt: number;
  /** Days with failures on unchanged code, in UTC, oldest first. Absent in assessments of stores that were written before it was kept. */
  readonly failureDays?: readonly FailureDay[];
  /** Where it failed, the newest first. Absent like `failureDays`. */
  readonly failedOn?: readonly string[];
  /** Commits on which it failed, the newest first. Absent like `failureDays`. */
  readonly failedCommits?: readonly string[];
}

export interface FailureDay {
  /** Days since the epoch. */
  readonly day: number;
  readonly failures: number;
}

/** A status is a claim; below this it is none. The posterior is always told. */
const SURE = 0.9;
/** That a test which is still flaky would have passed so often by now. */
const STILL_FLAKY = 0.05;
/** After a break; the next commits must agree that it is over. */
const MIN_PASSES_FIXED = 5;
const MAX_LATEST = 10;
/** Longer than any trend that is shown. */
const MAX_FAILURE_DAYS = 120;
const MAX_BRANCHES = 20;
/** Who asks about a red job asks about one of the last. */
const MAX_COMMITS = 100;
const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** Results in the order of time. */
export function assessTest(results: readonly PastResult[]): TestAssessment {
  const branches = byBranch(results);
  const belief = flakyBelief(branches);
  const evidence = historyEvidence(branches);
  const last = results.findLastIndex(({ failed }) => failed);
  const passesSince = results.length - 1 - last;
  const breaks = new Set(evidence.filter(({ kind }) => kind === 'break').map(({ commit }) => commit));
  const sound = results.filter(({ commit }) => !breaks.has(commit));
  const failures = sound.filter(({ failed }) => failed).length;
  const wasBroken = evidence.some(({ kind, branch }) => kind === 'break' && branch === branches[0]!.branch);
  const status = statusOf(results, last, belief, wasBroken);
  const reruns = rerunsOf(sound);
  const lostMs = [...sound.filter(({ failed }) => failed), ...reruns].reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  const minutesLost = lostMs / MS_PER_MINUTE;
  return {
    status,
    flaky: belief.flaky,
    broken: belief.broken,
    failures,
    runs: sound.length,
    interval: sound.length === 0 ? null : clopperPearson({ failures, runs: sound.length }),
    evidence: countKinds(evidence),
    latest: evidence.slice(-MAX_LATEST),
    began: status === 'broken' ? brokeIn(branches[0]!) : beganIn(branches, evidence, sound),
    lastFailedAtMs: results[last]?.atMs ?? null,
    passesSince,
    reruns: reruns.length,
    minutesLost,
    hurt: hurtOf(status, failures + reruns.length + minutesLost, results),
    failureDays: failureDaysOf(sound),
    failedOn: newestOf(results, ({ branch }) => branch).slice(0, MAX_BRANCHES),
    failedCommits: newestOf(results, ({ commit }) => commit).slice(0, MAX_COMMITS),
  };
}

function failureDaysOf(sound: readonly PastResult[]): readonly FailureDay[] {
  const days = new Map<number, number>();
  for (const { failed, atMs } of sound) {
    const day = Math.floor(atMs / MS_PER_DAY);
    if (failed) days.set(day, (days.get(day) ?? 0) + 1);
  }
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .slice(-MAX_FAILURE_DAYS)
    .map(([day, failures]) => ({ day, failures }));
}

function newestOf(results: readonly PastResult[], nameOf: (result: PastResult) => string): readonly string[] {
  return [
    ...new Set(
      results
        .filter(({ failed }) => failed)
        .map(nameOf)
        .toReversed(),
    ),
  ];
}

function statusOf(
  results: readonly PastResult[],
  last: number,
  { flaky, broken }: { readonly flaky: number; readonly broken: number },
  wasBroken: boolean,
): HistoryStatus {
  if (broken >= SURE) return 'broken';
  const passes = results.length - 1 - last;
  if (flaky >= SURE) return isOver(results.slice(0, last + 1), passes) ? 'fixed' : 'flaky';
  return wasBroken && passes >= MIN_PASSES_FIXED ? 'fixed' : 'healthy';
}

/** With the rates that its results up to the last failure leave, so many passes would be a rare luck. */
function isOver(upToLast: readonly PastResult[], passes: number): boolean {
  const { rates } = flakyBelief(byBranch(upToLast));
  const luck = rates.reduce((sum, weight, at) => sum + weight * (1 - RATES[at]!) ** passes, 0);
  return luck <= STILL_FLAKY;
}

/** Executions of a commit's test beyond the first of each run. */
function rerunsOf(results: readonly PastResult[]): readonly PastResult[] {
  const seen = new Set<number>();
  return results.filter(({ runId }) => {
    if (seen.has(runId)) return true;
    seen.add(runId);
    return false;
  });
}

function countKinds(evidence: readonly HistoryEvidence[]): TestAssessment['evidence'] {
  const count = (kind: HistoryEvidence['kind']) => evidence.filter((one) => one.kind === kind).length;
  return {
    'same-commit': count('same-commit'),
    undone: count('undone'),
    unreachable: count('unreachable'),
    break: count('break'),
  };
}

/** A flaky test was sound at a commit after which it passed more often than luck explains. */
function beganIn(
  branches: readonly BranchResults[],
  evidence: readonly HistoryEvidence[],
  sound: readonly PastResult[],
): CommitRange | null {
  const first = evidence.find(({ kind }) => kind !== 'break');
  if (first === undefined) return null;
  // The rate since then; what came before may be of a test that was not flaky yet.
  const since = sound.slice(sound.findIndex(({ commit }) => commit === first.commit));
  const rate = since.filter(({ failed }) => failed).length / since.length;
  const { commits } = branches.find(({ branch }) => branch === first.branch)!;
  let needed = rate >= 1 ? 1 : Math.log(STILL_FLAKY) / Math.log1p(-rate);
  for (let at = commits.findIndex(({ commit }) => commit === first.commit) - 1; at >= 0; at -= 1) {
    needed -= commits[at]!.passes;
    if (needed <= 0) return { after: commits[at]!.commit, by: first.commit };
  }
  return { after: null, by: first.commit };
}

function brokeIn({ commits }: BranchResults): CommitRange | null {
  const passed = commits.findLastIndex(({ passes }) => passes > 0);
  const by = commits[passed + 1];
  return by === undefined ? null : { after: commits[passed]?.commit ?? null, by: by.commit };
}

function hurtOf(status: HistoryStatus, flakyCost: number, results: readonly PastResult[]): number {
  switch (status) {
    case 'fixed':
      return 0;
    case 'broken':
      return flakyCost + results.filter(({ failed }) => failed).length;
    case 'flaky':
    case 'healthy':
      return flakyCost;
    default:
      return status satisfies never;
  }
}
