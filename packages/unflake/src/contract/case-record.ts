/** One case with everything its reports print: the diagnosis, what each plan found, and a row per run of the target. */
import type { Diagnosis } from './diagnosis.ts';
import type { Phase } from './events.ts';
import type { ConfirmFinding, IsolateFinding, OrderFinding, TimeFinding } from './findings.ts';
import type { FixedProtocolFinding } from './fixed-protocol-finding.ts';
import type { Outcome } from './outcome.ts';
import type { PerturbFinding } from './perturb-finding.ts';
import type { AmplifyFinding } from './screen-finding.ts';
import type { Conditions, Phases, TrialId } from './trial.ts';
import type { Verification } from './verification.ts';

/** The arm whose rows differ in their selection: the queries of the order search. */
export const SUBSET_ARM = 'subset';

/** One execution of the target. A trial that runs it twice gives two rows with the same id. */
export interface TrialRow {
  readonly id: TrialId;
  readonly phase: Phase;
  /** Short label (`alone`, `suite`, `cpu 0.5`). Rows of one arm ran the same selection under the same conditions, except `subset`. */
  readonly arm: string;
  /** Of the target. */
  readonly outcome: Outcome;
  /** Of the target where the runner says it, else of the whole trial. */
  readonly ms: number;
  readonly phases?: Phases;
  readonly fingerprint?: string;
  /** As it was run, with what our probes need. Can be pasted into a shell. */
  readonly command: string;
  readonly conditions: Conditions;
  readonly seed: number;
  /** How many tests were selected. */
  readonly tests: number;
}

/** A finding is null when its plan did not run. */
export interface CaseFindings {
  readonly confirm: ConfirmFinding | null;
  readonly isolate: IsolateFinding | null;
  /** `victim`: the order search looked for tests that make the target fail. `brittle`: for tests that make it pass. */
  readonly searched: 'victim' | 'brittle' | null;
  readonly order: OrderFinding | null;
  readonly cleaners: OrderFinding | null;
  readonly time: TimeFinding | null;
  /** Absent in cases that were closed before knobs were turned. */
  readonly perturb?: PerturbFinding | null;
  readonly amplify?: AmplifyFinding | null;
  /** Only in cases that followed the fixed protocol; absent in all others. */
  readonly fixedProtocol?: FixedProtocolFinding | null;
  /** By arm, the command that a person would type. Arms without one are left out; absent in cases that were closed before it was kept. */
  readonly commands?: Readonly<Record<string, string>>;
}

export interface CaseRecord {
  readonly diagnosis: Diagnosis;
  readonly findings: CaseFindings;
  /** How many tests of the suite come before the target. */
  readonly testsBefore: number;
  /** In the order in which the trials were chosen. */
  readonly trials: readonly TrialRow[];
  /** Each verification that has ended, the oldest first; absent where there is none. */
  readonly verifications?: readonly Verification[];
}
