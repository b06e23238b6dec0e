/** Which two selections show the cause: the one that fails and the one that does not, as far as the findings say. */
import type { Count } from '../../contract/evidence.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { Bench } from './diagnose.ts';
import { before } from './diagnose.ts';

export interface Pair {
  readonly failing: readonly TestId[];
  readonly passing: readonly TestId[] | null;
  readonly repeat: number;
  readonly conditions: Conditions;
  /** How often the failing one fails, as far as we know. */
  readonly rate: number;
}

const PLAIN = { repeat: 1, conditions: {} } as const;

export function reproductionPair({ question, findings, ways }: Bench): Pair | null {
  const { target, suite, can } = question;
  const { order, searched, confirm, isolate, provoke, time } = findings;
  if (can.select !== 'test') {
    return confirm && confirm.all.failures > 0
      ? { ...PLAIN, failing: suite, passing: null, rate: rate(confirm.all) }
      : null;
  }
  const [set] = order?.sets ?? [];
  const [proof] = order?.confirmed ?? [];
  if (set && proof && searched === 'victim') {
    return { ...PLAIN, failing: [...set, target], passing: [target], rate: rate(proof.with) };
  }
  if (set && proof && searched === 'brittle') {
    return { ...PLAIN, failing: [target], passing: [...set, target], rate: 1 - rate(proof.without) };
  }
  const twice = provoke?.twice ?? isolate?.twice ?? null;
  if (twice && twice.second.failures > 0 && twice.first.failures === 0) {
    return { failing: [target], passing: [target], repeat: 2, conditions: {}, rate: rate(twice.second) };
  }
  const worstDose = [...(time?.doses ?? [])].reverse().find(({ tally, share }) => tally.failures > 0 && share < 1);
  if (time?.slowEffect === 'worse' && worstDose && ways.slowed) {
    const conditions = { cpu: String(worstDose.share) };
    return { failing: [target], passing: [target], repeat: 1, conditions, rate: rate(worstDose.tally) };
  }
  if (time?.parallelEffect === 'worse' && time.parallel) {
    const conditions = { workers: String(Math.max(2, question.cores)) };
    return { failing: suite, passing: suite, repeat: 1, conditions, rate: rate(time.parallel) };
  }
  const alone = isolate?.alone ?? confirm?.arms.alone;
  if (alone && alone.failures > 0) return { ...PLAIN, failing: [target], passing: null, rate: rate(alone) };
  const inSuite = isolate?.suite ?? confirm?.arms.suite;
  if (inSuite && inSuite.failures > 0) {
    return { ...PLAIN, failing: [...before(question), target], passing: [target], rate: rate(inSuite) };
  }
  return null;
}

const rate = ({ failures, runs }: Count): number => (runs === 0 ? 0 : failures / runs);
