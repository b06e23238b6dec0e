/** What the plans that turn knobs return: the screening, its levels, and the search for conditions that amplify. */
import type { Count, Interval } from './evidence.ts';
import type { StopReason, Tally } from './findings.ts';
import type { Conditions, TrialId } from './trial.ts';

export interface FactorName {
  readonly knob: string;
  readonly setting: string;
}

export interface FactorSuspect extends FactorName {
  /** That it plays a part, in whichever way. */
  readonly posterior: number;
  /** All trials of the screening with the factor on, and with it off. */
  readonly on: Count;
  readonly off: Count;
}

export interface ScreenFinding {
  /**
   * `single`: one factor; `either`: each of two; `both`: two together; `unless`: the first, but not while the second is on. `none`: no factor
   * matters, effects under 18 % or an odds ratio of 4 aside. `control-fails`: a factor was found, but its control fails as well, so it is not
   * the setting that matters but what turning it does besides.
   */
  readonly kind: 'single' | 'either' | 'both' | 'unless' | 'none' | 'control-fails' | 'unresolved';
  /** Empty for `none` and `unresolved`. */
  readonly factors: readonly FactorName[];
  /** Of the kind and the factors together; for `unresolved` that of the likeliest explanation. */
  readonly posterior: number;
  /** Fresh trials only; null when nothing was put to the proof or the proof failed. Without a control the cause is not confirmed. */
  readonly confirmed: { readonly with: Tally; readonly without: Tally; readonly control: Tally | null } | null;
  /** Conditions under which it fails most often with the fewest factors on, and those that take it away; null when none was found. */
  readonly amplifying: Conditions | null;
  readonly pinning: Conditions;
  /** Expected rates under the explanation. */
  readonly rates: { readonly on: number; readonly off: number } | null;
  /** Likeliest first; every factor is here. */
  readonly suspects: readonly FactorSuspect[];
  /** Factors that can no longer play a part worth naming. */
  readonly excluded: readonly FactorName[];
  /** Factors of which no trial has said anything: they are neither blamed nor excluded. */
  readonly unobserved: readonly FactorName[];
  /** Factors that make the target fail otherwise, or not run, by themselves or time and again together: tried only alone since. */
  readonly notCombinable: readonly FactorName[];
  readonly trials: readonly TrialId[];
  /** Trials that ended in another failure, or did not run the target; absent when there were none. */
  readonly disturbed?: number;
  readonly stopped?: StopReason;
}

export interface LevelFinding {
  /** `from`: it fails from one level on. `some`: at some levels. `all`, `none`: at every, at no level. */
  readonly kind: 'from' | 'some' | 'all' | 'none' | 'unresolved';
  /** In the order of the levels asked about; what was inferred from neighbours is here too. */
  readonly failing: readonly string[];
  readonly passing: readonly string[];
  readonly undecided: readonly string[];
  /** The failing levels are neighbours. */
  readonly interval: { readonly from: string; readonly to: string } | null;
  readonly posterior: number;
  readonly tallies: readonly { readonly level: string; readonly tally: Tally }[];
  readonly trials: readonly TrialId[];
  readonly stopped?: StopReason;
}

export interface AmplifyFinding {
  /** Where the failure comes often enough to work with; null when no way was found, or the plain rate is high enough. */
  readonly conditions: Conditions | null;
  /** `not-needed`: the plain rate is no lower than 10 %. */
  readonly kind: 'amplified' | 'not-needed' | 'not-found' | 'unresolved';
  /** Under those conditions; its interval is valid however often it was looked at. */
  readonly rate: { readonly tally: Tally; readonly interval: Interval } | null;
  readonly plain: Count;
  readonly ways: readonly { readonly name: string; readonly conditions: Conditions; readonly tally: Tally }[];
  readonly trials: readonly TrialId[];
  readonly stopped?: StopReason;
}
