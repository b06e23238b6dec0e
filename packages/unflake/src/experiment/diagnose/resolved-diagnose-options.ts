/** The options of a diagnosis with every default filled in: the target, its suite, and the knobs that this machine can turn. */
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
  /** The knobs that work here for this runner, and those that do not. Stored with the case, so that a resumed one uses the same. */
  readonly knobs: readonly KnobChoice[];
  readonly refused: readonly KnobRefusal[];
  readonly jobs: number;
  /** Upper bound on the trials of the whole case. */
  readonly trials: number;
  /** Upper bound on the active time of the whole case, on the scale of `TrialResult.atMs`; absent without a limit. */
  readonly budgetMs?: number;
  /** A trial's time box while nothing is known about how long one takes. */
  readonly timeBoxMs: number;
  readonly random: Random;
  /** `adaptive` chooses each trial by what was seen; `fixed` runs the fixed protocol to the letter. */
  readonly protocol: Protocol;
  /** What a scan found in the code that the target reaches. Stored with the case. */
  readonly sources?: readonly StaticSource[];
}

/** Remaining active time after these trials. Time not yet recorded (listing, building before the first trial) is not subtracted. */
export const timeLeftMs = (
  { budgetMs }: Pick<ResolvedDiagnoseOptions, 'budgetMs'>,
  seen: readonly TrialResult[],
): number => (budgetMs ?? Number.POSITIVE_INFINITY) - (seen.at(-1)?.atMs ?? 0);

/** Share of the remaining time for one trial that may show nothing. */
const AFFORDABLE_SHARE = 0.2;

/** True if a trial of this length leaves enough time for others. */
export const isAffordable = (
  { options, seen }: { readonly options: ResolvedDiagnoseOptions; readonly seen: readonly TrialResult[] },
  ms: number,
): boolean => ms <= AFFORDABLE_SHARE * timeLeftMs(options, seen);

/** The knob that reduces CPU time: the one that needs no privileges, if both are available. */
export const slowing = ({ knobs }: Pick<ResolvedDiagnoseOptions, 'knobs'>): string | null =>
  ['cpu', 'quota'].find((name) => knobs.some(({ knob }) => knob === name)) ?? null;

/** Number of workers for parallel runs. */
export const manyWorkers = ({ cores }: Pick<ResolvedDiagnoseOptions, 'cores'>): string => String(Math.max(2, cores));
