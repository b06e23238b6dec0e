/** The second half of `isolate`: a few runs of the target's own file, and of two executions in one process, as pointers for what follows. */

import type { Count } from '../../contract/evidence.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { Arm } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { twoArmPosterior } from '../statistics/two-arm-posterior.ts';
import type { IsolateOptions } from './isolate-options.ts';
import type { IsolationCounts } from './isolation-counts.ts';

const RUNS_AT_FIRST = 3;
// If one arm only fails and the other only passes, these arms are a side check.
const RUNS_WHEN_CLEAR = 1;
const RUNS_WHEN_SHOWING = 12;
// From this rate on, the arm shows an effect and deserves more runs.
const SUSPICION = 0.5;

export function* lookFurther(options: IsolateOptions, counts: IsolationCounts): Plan<void> {
  if (neverPasses(counts)) return;
  for (;;) {
    const wanted = [
      ...(options.file && wantsFile(counts) ? [{ arm: options.file, kind: 'file' as const }] : []),
      ...(options.twice && wantsTwice(counts) ? [{ arm: options.twice, kind: 'twice' as const }] : []),
    ];
    const room = options.maxTrials - counts.tried;
    if (wanted.length === 0 || room <= 0) return;
    // One round holds each arm once and then again, as often as there are jobs: arms stay interleaved.
    const size = Math.min(room, Math.max(wanted.length, Math.min(options.jobs, wanted.length * runsAtFirst(counts))));
    const round = Array.from({ length: size }, (_, i) => wanted[i % wanted.length]!);
    const results = yield* ask(stepOf(round.map(({ arm }) => arm)));
    counts.tried += results.length;
    results.forEach((result, i) => {
      count(result, round[i]!.kind, options, counts);
    });
  }
}

function count(result: TrialResult, kind: 'file' | 'twice', options: IsolateOptions, counts: IsolationCounts): void {
  const { target, fingerprints } = options;
  if (kind === 'file') {
    counts.file.add(result, target, fingerprints);
  } else {
    counts.first.add(result, target, fingerprints, 0);
    counts.second.add(result, target, fingerprints, 1);
  }
}

function neverPasses({ alone, suite }: IsolationCounts): boolean {
  return alone.passes + suite.passes === 0 && alone.runs + suite.runs > 0;
}

function runsAtFirst({ alone, suite }: IsolationCounts): number {
  const clear = (fails: Count & { readonly passes: number }, passes: Count) =>
    fails.failures > 0 && fails.passes === 0 && passes.failures === 0;
  return clear(suite, alone) || clear(alone, suite) ? RUNS_WHEN_CLEAR : RUNS_AT_FIRST;
}

function wantsFile(counts: IsolationCounts): boolean {
  const { alone, file } = counts;
  return !file.isSilent && wantsMore(alone, file, file.tried, runsAtFirst(counts));
}

function wantsTwice(counts: IsolationCounts): boolean {
  const { alone, first, second } = counts;
  if (first.isSilent || second.isSilent) return false;
  const once = { failures: alone.failures + first.failures, runs: alone.runs + first.runs };
  return wantsMore(once, second, second.tried, runsAtFirst(counts));
}

function wantsMore(reference: Count, arm: Count, tried: number, atFirst: number): boolean {
  if (tried < (arm.failures > 0 ? RUNS_AT_FIRST : atFirst)) return true;
  if (tried >= RUNS_WHEN_SHOWING || arm.failures === 0) return false;
  const { worse } = twoArmPosterior(reference, arm);
  return worse >= SUSPICION && worse < POSTERIOR.sure;
}

function stepOf(arms: readonly Arm[]) {
  return {
    phase: 'isolate',
    doing: `running the test: ${[...new Set(arms.map(({ name }) => name))].join(' and ')}`,
    why: 'to see whether its own file, or its own first run, is enough to make it fail',
    trials: arms.map((arm) => arm.make()),
  } as const;
}
