/** What turning knobs has shown: which factor decides, at which settings, with the trials that carry it; and what was looked at in vain. */
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

/** A factor that was put to the proof with nothing else turned. */
export interface FactorProof {
  readonly kind: 'single' | 'either' | 'both' | 'unless' | 'seed';
  /** For `unless` the second silences the first. */
  readonly factors: readonly FactorName[];
  readonly cause: Cause;
  /** The least that must be turned to make it fail, and the same knobs pinned. */
  readonly failing: Conditions;
  readonly passing: Conditions;
  readonly with: Tally;
  /** Nothing turned. */
  readonly without: Tally;
  readonly pinned: Tally;
  readonly control: Tally | null;
  readonly levels: LevelFinding | null;
  /** Where the failure comes now and then without the load too: all trials without it. Absent where it goes. */
  readonly unloaded?: Tally;
  /** Why it does not carry a verdict by itself; null when it does. */
  readonly doubt: string | null;
}

/** A load that was put to the proof, in turn with its pin and its control. */
export interface LoadTallies extends FactorName {
  readonly with: Tally;
  readonly pinned: Tally;
  readonly control: Tally | null;
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
  /** Limits under which it fails alone as well: it needs that much, which says nothing about when it has it. */
  readonly needs: readonly FactorName[];
  readonly trials: readonly TrialId[];
}
