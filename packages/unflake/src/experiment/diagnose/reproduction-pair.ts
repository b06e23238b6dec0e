/** Chooses the failing and the passing selection that show the cause. */
import type { Count } from '../../contract/evidence.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions } from '../../contract/trial.ts';
import { turnedRound } from '../statistics/counts.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { manyWorkers, slowing } from './resolved-diagnose-options.ts';

export interface Pair {
  readonly failing: readonly TestId[];
  readonly passing: readonly TestId[] | null;
  readonly repeat: number;
  readonly conditions: Conditions;
  /** Conditions of the passing selection. */
  readonly passingConditions: Conditions;
  /** Observed failures of the failing selection. */
  readonly seen: Count;
  /** True if no cause was found, so that it only shows an intermittent failure. */
  readonly unexplained?: true;
}

const PLAIN = { repeat: 1, conditions: {}, passingConditions: {}, unexplained: true } as const;

export function reproductionPair(context: DiagnosisContext): Pair | null {
  const { options, findings, arms, seen: seenTrials } = context;
  const { target, suite, can } = options;
  const { order, searched, confirm, isolate, provoke, time, perturb, residue, under } = findings;
  const found = { repeat: 1, conditions: under, passingConditions: under } as const;
  const [set] = order?.sets ?? [];
  const [proof] = order?.confirmed ?? [];
  if (set && proof && searched === 'victim') {
    return { ...found, failing: [...set, target], passing: [target], seen: proof.with };
  }
  if (set && proof && searched === 'brittle') {
    return { ...found, failing: [target], passing: [...set, target], seen: turnedRound(proof.without) };
  }
  if (residue) {
    const [conditions, passingConditions] = residue.event === 'failure' ? [{}, under] : [under, {}];
    const seen = residue.event === 'failure' ? residue.there : residue.aside;
    return { failing: [target], passing: [target], repeat: 1, conditions, passingConditions, seen };
  }
  if (perturb?.proof) {
    const { failing, passing, with: seen } = perturb.proof;
    const tests = seenTrials.find(({ id }) => seen.trials.includes(id))?.trial.tests ?? [target];
    return { failing: tests, passing: tests, repeat: 1, conditions: failing, passingConditions: passing, seen };
  }
  const twice = provoke?.twice ?? isolate?.twice ?? null;
  if (twice && twice.second.failures > 0 && twice.first.failures === 0) {
    return {
      failing: [target],
      passing: [target],
      repeat: 2,
      conditions: {},
      passingConditions: {},
      seen: twice.second,
    };
  }
  if (can.select !== 'test') {
    return confirm && confirm.all.failures > 0 ? { ...PLAIN, failing: suite, passing: null, seen: confirm.all } : null;
  }
  const worstDose = [...(time?.doses ?? [])].reverse().find(({ tally, share }) => tally.failures > 0 && share < 1);
  if (time?.slowEffect === 'worse' && worstDose && arms.slowed) {
    const conditions = { [slowing(options)!]: String(worstDose.share) };
    return {
      failing: [target],
      passing: [target],
      repeat: 1,
      conditions,
      passingConditions: {},
      seen: worstDose.tally,
    };
  }
  if (time?.parallelEffect === 'worse' && time.parallel) {
    const conditions = { workers: manyWorkers(options) };
    return { failing: suite, passing: suite, repeat: 1, conditions, passingConditions: {}, seen: time.parallel };
  }
  const alone = isolate?.alone ?? confirm?.arms.alone;
  if (alone && alone.failures > 0) return { ...PLAIN, failing: [target], passing: null, seen: alone };
  const inSuite = isolate?.suite ?? confirm?.arms.suite;
  if (inSuite && inSuite.failures > 0) {
    return { ...PLAIN, failing: [...testsBefore(options), target], passing: [target], seen: inSuite };
  }
  return null;
}
