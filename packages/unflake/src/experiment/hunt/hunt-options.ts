/** The options of a hunt with every default filled in. */
import type { Random } from '@unflake/testkit/random';
import type { KnobChoice, KnobRefusal } from '../../contract/knob.ts';
import type { Capabilities } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';

export interface ResolvedHuntOptions {
  /** The tests that are hunted, in the order in which the runner runs them. */
  readonly suite: readonly TestId[];
  readonly can: Capabilities;
  /** The knobs that work here for this runner, and those that do not. Stored with the hunt, so that a resumed one uses the same. */
  readonly knobs: readonly KnobChoice[];
  readonly refused: readonly KnobRefusal[];
  readonly cores: number;
  readonly jobs: number;
  /** Upper bounds on the whole hunt. */
  readonly rounds: number;
  readonly budgetMs: number;
  /** The time of the first run of a hunt, so that a resumed one takes the arms in the same order. */
  readonly firstBudgetMs: number;
  /** What one circuit over all pairs may take; of the first run of a hunt, so that a resumed one chooses the same. */
  readonly circuitMs: number;
  /** A trial's time box while nothing is known about how long one takes. */
  readonly timeBoxMs: number;
  /**
   * The first run of the hunt was not told how long it may take, so that its rounds are chosen for the usual effort. `limits`: they end there.
   * `lifted`: this run was told how long. Absent: the first run was told.
   */
  readonly usualEffort?: 'limits' | 'lifted';
  readonly random: Random;
  /** Rounds that are asked for at once, for workers; each is chosen without the results of the others. Absent: one after another. */
  readonly ahead?: number;
  /** So many machines share the rounds, and this one runs its own; `mine` is null for the one that merges them. Absent: not shared. */
  readonly shards?: { readonly of: number; readonly mine: number | null };
}
