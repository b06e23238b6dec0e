/** Where a hunt stands, for people who watch it: what failed under which arm, what was covered, and where the time went. */
import type { HuntProgress } from '../../contract/hunt.ts';
import type { ArmState } from './arm-state.ts';
import type { HuntRecord } from './hunt-record.ts';
import type { PairCoverage } from './pair-coverage.ts';

/** What a hunt knows between two trials. */
export interface HuntSoFar {
  readonly record: HuntRecord;
  readonly arms: readonly ArmState[];
  readonly rounds: readonly unknown[];
  readonly flaky: readonly unknown[];
  readonly covered: PairCoverage;
}

/** A person reads no more at once, and each step carries them. */
const MAX_TESTS = 40;

export function huntProgress({ record, arms, rounds, flaky, covered }: HuntSoFar): HuntProgress {
  const failing = record.failing();
  const tests = failing.slice(0, MAX_TESTS).map((test) => ({
    test,
    arms: [...record.counts(test)].map(([arm, { failures, runs }]) => ({ arm, failures, runs })),
  }));
  return {
    rounds: rounds.length,
    flaky: flaky.length,
    arms: arms
      .filter((arm) => arm.rounds > 0)
      .map(({ name, rounds: count, ms, found }) => ({ arm: name, rounds: count, ms, found })),
    tests,
    failing: failing.length,
    coverage: { pairs: covered.pairs, of: covered.of },
  };
}
