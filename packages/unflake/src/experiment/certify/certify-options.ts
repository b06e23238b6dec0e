/** The options of `certify` with every default filled in. */
import type { TestId } from '../../contract/test-id.ts';
import type { ResolvedHuntOptions } from '../hunt/hunt-options.ts';

export interface ResolvedCertifyOptions extends Omit<ResolvedHuntOptions, 'rounds' | 'circuitMs' | 'firstBudgetMs'> {
  /** The tests that are certified, in the order of the suite. `suite` has all tests. */
  readonly wanted: readonly TestId[];
  /** The bound that is asked for: a failure rate below `rate` with this confidence. */
  readonly rate: number;
  readonly confidence: number;
  /** Knobs that the sources in a test's code make plausible. */
  readonly plausible: ReadonlyMap<TestId, readonly string[]>;
  /** Counted trials at the same time on this machine, once all that is open has passed beside copies of itself; 1 by default. */
  readonly countedAtOnce?: number;
  /** One more run of the whole suite may take this long. */
  readonly suiteMs: number;
}

/** Passes without a failure that the bound needs. */
export function runsNeeded(rate: number, confidence: number): number {
  return Math.ceil(Math.log(1 - confidence) / Math.log1p(-rate));
}
