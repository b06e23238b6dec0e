/** What a diagnosis is asked, with nothing left open: the target, the suite around it, and what may be turned here. */
import type { Random } from '@unflake/testkit/random';
import type { KnobChoice, KnobRefusal } from '../../contract/knob.ts';
import type { Capabilities } from '../../contract/runner.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';

export const PROTOCOLS = ['adaptive', 'fixed'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface ResolvedDiagnoseOptions {
  readonly target: TestId;
  /** Every test in the order in which the runner runs them; holds the target. */
  readonly suite: readonly TestId[];
  readonly can: Capabilities;
  readonly cores: number;
  /** The knobs that can be turned here for this runner, and those that cannot. Kept with the case, so that a resumed one sees the same. */
  readonly knobs: readonly KnobChoice[];
  readonly refused: readonly KnobRefusal[];
  readonly jobs: number;
  /** Trials at most for the whole case. */
  readonly trials: number;
  /** Active time at most for the whole case, in the time of `TrialResult.atMs`; absent where nothing limits it. */
  readonly budgetMs?: number;
  /** A trial's time box while nothing is known about how long one takes. */
  readonly timeBoxMs: number;
  readonly random: Random;
  /** `adaptive` chooses each trial by what was seen; `fixed` runs the fixed protocol to the letter. */
  readonly protocol: Protocol;
  /** What a scan found on the way of the target. Kept with the case. */
  readonly sources?: readonly StaticSource[];
}

/** Active time that is left after these trials; what was not recorded yet (listing, building before the first trial) is not in it. */
export const timeLeftMs = (
  { budgetMs }: Pick<ResolvedDiagnoseOptions, 'budgetMs'>,
  seen: readonly TrialResult[],
): number => (budgetMs ?? Number.POSITIVE_INFINITY) - (seen.at(-1)?.atMs ?? 0);

/** Of the time that is left, for one trial that may show nothing. */
const AFFORDABLE_SHARE = 0.2;

/** Whether a trial of this length leaves enough time for others. */
export const isAffordable = (
  { options, seen }: { readonly options: ResolvedDiagnoseOptions; readonly seen: readonly TrialResult[] },
  ms: number,
): boolean => ms <= AFFORDABLE_SHARE * timeLeftMs(options, seen);

/** The knob that gives a trial less of a processor: the one that needs no rights, where there are both. */
export const slowing = ({ knobs }: Pick<ResolvedDiagnoseOptions, 'knobs'>): string | null =>
  ['cpu', 'quota'].find((name) => knobs.some(({ knob }) => knob === name)) ?? null;

/** With how many workers tests are run beside each other. */
export const manyWorkers = ({ cores }: Pick<ResolvedDiagnoseOptions, 'cores'>): string => String(Math.max(2, cores));
