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
  /** What one circuit over all pairs may take; of the first run of a hunt, so that a resumed one chooses the same. */
  readonly circuitMs: number;
  /** A trial's time box while nothing is known about how long one takes. */
  readonly timeBoxMs: number;
  readonly random: Random;
  /** So many machines share the rounds, and this one runs its own; `mine` is null for the one that merges them. Absent: not shared. */
  readonly shards?: { readonly of: number; readonly mine: number | null };
}
