/**
 * How well two stories explain the results of a test. In both, commits break the test now and then and later commits repair it; while it is
 * broken it fails. In the first story it passes otherwise, apart from accidents. In the second it fails at some rate otherwise. Each branch is
 * a chain of its own.
 */
import type { BranchResults, CommitResults } from './past-result.ts';

/** That a commit breaks one given test. A test that breaks more often than once in 2,000 commits is rare. */
const BREAKS = 0.0005;
/** A breaking commit that changes nothing the test reaches: the index was wrong. */
const BREAKS_UNREACHED = 0.01 * BREAKS;
/** That the next commit repairs it. */
const REPAIRS = 0.3;
/** The first commit of a branch starts from what was there before. */
const BROKEN_AT_START = 0.01;
/** An accident that is no incident of the run: a machine that lost its network for a second. */
const ACCIDENT = 0.00001;
/** A broken test passes all the same. */
const PASSES_BROKEN = 0.001;
/** How many tests of a suite are flaky, before anything is known of this one. */
export const FLAKY_PRIOR = 0.02;
/** Rates that a flaky test may have, each as likely as the others. */
export const RATES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5] as const;

export interface FlakyBelief {
  /** That the test is flaky. */
  readonly flaky: number;
  /** If it is, how likely each of `RATES` is. */
  readonly rates: readonly number[];
  /** That it is broken now, on the branch with most commits. */
  readonly broken: number;
}

interface Fit {
  readonly logLikelihood: number;
  readonly broken: number;
}

export function flakyBelief(branches: readonly BranchResults[]): FlakyBelief {
  const steady = fitAll(branches, ACCIDENT);
  const fits = RATES.map((rate) => fitAll(branches, rate));
  const logs = [
    Math.log(1 - FLAKY_PRIOR) + steady.logLikelihood,
    ...fits.map(({ logLikelihood }) => Math.log(FLAKY_PRIOR / RATES.length) + logLikelihood),
  ];
  const [notFlaky, ...weights] = normalised(logs) as [number, ...number[]];
  const flaky = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    flaky,
    rates: normalised(fits.map(({ logLikelihood }) => logLikelihood)),
    broken: notFlaky * steady.broken + weights.reduce((sum, weight, at) => sum + weight * fits[at]!.broken, 0),
  };
}

function fitAll(branches: readonly BranchResults[], rate: number): Fit {
  const fits = branches.map(({ commits }) => fit(commits, rate));
  return {
    logLikelihood: fits.reduce((sum, { logLikelihood }) => sum + logLikelihood, 0),
    broken: fits[0]?.broken ?? 0,
  };
}

/** The forward algorithm over two states, scaled so that long histories do not underflow. */
function fit(commits: readonly CommitResults[], rate: number): Fit {
  let working = 1 - BROKEN_AT_START;
  let broken = BROKEN_AT_START;
  let logLikelihood = 0;
  for (const [at, { passes, failures, unreachable }] of commits.entries()) {
    if (at > 0) {
      const breaks = unreachable ? BREAKS_UNREACHED : BREAKS;
      [working, broken] = [working * (1 - breaks) + broken * REPAIRS, working * breaks + broken * (1 - REPAIRS)];
    }
    const whenWorking = passes * Math.log1p(-rate) + failures * Math.log(rate);
    const whenBroken = passes * Math.log(PASSES_BROKEN) + failures * Math.log1p(-PASSES_BROKEN);
    const most = Math.max(whenWorking, whenBroken);
    working *= Math.exp(whenWorking - most);
    broken *= Math.exp(whenBroken - most);
    const sum = working + broken;
    working /= sum;
    broken /= sum;
    logLikelihood += Math.log(sum) + most;
  }
  return { logLikelihood, broken };
}

function normalised(logs: readonly number[]): readonly number[] {
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
