/** Results of `status`, `config_status` and `case`. The printers read these. */
import type { Cause, Verdict } from '../../contract/cause.ts';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import type { Phase } from '../../contract/events.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { Detection } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialId } from '../../contract/trial.ts';
import type { Verification } from '../../contract/verification.ts';

export interface StatusResult {
  readonly root: string;
  /** By the strength of their signs, the strongest first. */
  readonly runners: readonly {
    readonly name: string;
    readonly folder: string;
    readonly strength: Detection['strength'];
    readonly because: readonly string[];
  }[];
  /** The config file, or null if there is none. */
  readonly config: string | null;
  readonly store: {
    readonly place: string;
    readonly exists: boolean;
    readonly cases: number;
    /** Cases that were cut off and can be resumed, or are running. */
    readonly open: number;
  };
  readonly index: {
    readonly place: string;
    readonly exists: boolean;
    /** ISO 8601, UTC; null if no build has finished yet. */
    readonly refreshedAt: string | null;
  };
}

export interface ConfigStatusResult {
  readonly root: string;
  readonly file: string | null;
  /** Validated, with defaults; without `env`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Variables that are set or removed for trials, by name. Their values may be secrets and are not shown. */
  readonly environment: readonly { readonly name: string; readonly does: 'set' | 'removed' }[];
}

export interface CaseTrial {
  readonly id: TrialId;
  readonly phase: Phase;
  readonly doing: string;
  /** Outcomes of the test, one per execution in the trial. */
  readonly outcomes: readonly Outcome[];
  readonly ms: number;
  /** As in TrialResult. */
  readonly stolen?: number;
  readonly conditions: Conditions;
  readonly seed: number;
  /** How many tests were selected. */
  readonly tests: number;
}

/** What the command of a trial printed, as far as it was kept. */
export interface TrialOutput {
  readonly trial: TrialId;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CaseResult {
  readonly caseId: string;
  readonly store: string;
  readonly root: string;
  readonly test: TestId;
  readonly runner: string;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** null while it is open: it is running, or was cut off and can be resumed. */
  readonly closedAt: string | null;
  readonly verdict: Verdict | null;
  readonly cause: Cause | null;
  /** How many tests the suite had. */
  readonly tests: number;
  readonly diagnosis: Diagnosis | null;
  /** In the order in which they were chosen. */
  readonly trials: readonly CaseTrial[];
  /** Each verification that has ended, the oldest first; absent where there is none. */
  readonly verifications?: readonly Verification[];
  /** Of the trial that was named. */
  readonly output?: TrialOutput;
}
