/** The result of turning knobs: the deciding factor, its settings and the trials that support it; and what was tried without effect. */
import type { Cause } from './cause.ts';
import type { StopReason, Tally } from './findings.ts';
import type { FactorName, LevelFinding, ScreenFinding } from './screen-finding.ts';
import type { Conditions, TrialId } from './trial.ts';

/** One knob whose settings are equal draws: does the setting alone decide? */
export interface DrawFinding {
  readonly knob: string;
  /**
   * `decides`: on fresh trials one setting always fails and another always passes. `varies`: one and the same setting does both.
   * `one-sided`: no setting fails, or none passes. `unresolved`: cut short.
   */
  readonly kind: 'decides' | 'varies' | 'one-sided' | 'unresolved';
  readonly failing: readonly string[];
  readonly passing: readonly string[];
  /** Fresh trials of one failing and one passing setting, in an order drawn by lot; the control leaves the draw to chance. */
  readonly confirmed: { readonly with: Tally; readonly without: Tally; readonly control: Tally | null } | null;
  readonly trials: readonly TrialId[];
  readonly stopped?: StopReason;
  /** What this draw would speak against if it reached everything in the code. */
  readonly cause?: Cause;
  /** A place of that cause on the test's way that no draw reaches: `os.urandom(4) (app.py:3)`. */
  readonly unreached?: string;
}

/** A factor that was proved with nothing else turned. */
export interface FactorProof {
  readonly kind: 'single' | 'either' | 'both' | 'unless' | 'seed';
  /** For `unless` the second suppresses the first. */
  readonly factors: readonly FactorName[];
  readonly cause: Cause;
  /** The minimal settings that make the test fail, and the same knobs pinned. */
  readonly failing: Conditions;
  readonly passing: Conditions;
  readonly with: Tally;
  /** No knob changed. */
  readonly without: Tally;
  readonly pinned: Tally;
  readonly control: Tally | null;
  readonly levels: LevelFinding | null;
  /** All trials without the load, if the failure also occurs without it. Absent if it disappears. */
  readonly unloaded?: Tally;
  /** Why it does not support a verdict on its own; null if it does. */
  readonly doubt: string | null;
}

/** A load that was proved, alternating with its pin and its control. */
export interface LoadTallies extends FactorName {
  readonly with: Tally;
  readonly pinned: Tally;
  readonly control: Tally | null;
  /** As in TimeFinding. */
  readonly setAside?: Tally;
}

export interface PerturbFinding {
  readonly seeds: readonly DrawFinding[];
  /** Each screening that was run, in order. */
  readonly screens: readonly ScreenFinding[];
  /** Each load that was put to the proof, in order. */
  readonly loads?: readonly LoadTallies[];
  readonly proof: FactorProof | null;
  /** Settings under which it passed, each tried by itself or among others, when nothing was found. */
  readonly passed: readonly FactorName[];
  /** Settings under which a test that always fails failed as well, each tried once; absent where it was not such a test. */
  readonly failed?: readonly FactorName[];
  /** Limits under which the test also fails alone: it needs that much. */
  readonly needs: readonly FactorName[];
  readonly trials: readonly TrialId[];
}
