/** How sure `fixed` is. docs/design/verify-a-fix.md has the reasons and the number of runs that each costs. */
export interface FixLimits {
  /** Share of the old rate that must be excluded as well: a failure that became ten times rarer is not fixed. */
  readonly share: number;
  /** How often all runs may pass although the rate is that share of the old one: once in 10,000 such changes. */
  readonly lowered: number;
  /** The same for a rate that has not changed: odds of 1,000 to 1. */
  readonly unchanged: number;
  /** The old code has stopped failing: once in 100,000, because it is asked after each block. The old code must fail once more anyway. */
  readonly stopped: number;
  /** Of the bound that is reported. */
  readonly confidence: number;
}

export const FIX: FixLimits = { share: 0.1, lowered: 1e-4, unchanged: 1e-3, stopped: 1e-5, confidence: 0.95 };
