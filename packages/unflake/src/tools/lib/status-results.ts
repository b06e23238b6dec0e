/** What `status`, `config_status` and `case` answer. The printers read these. */
import type { Cause, Verdict } from '../../contract/cause.ts';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import type { Phase } from '../../contract/events.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { Detection } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialId } from '../../contract/trial.ts';

export interface StatusResult {
  readonly root: string;
  /** By the strength of their signs, the strongest first. */
  readonly runners: readonly {
    readonly name: string;
    readonly folder: string;
    readonly strength: Detection['strength'];
    readonly because: readonly string[];
  }[];
  /** The config file, or null when there is none. */
  readonly config: string | null;
  readonly store: {
    readonly place: string;
    readonly exists: boolean;
    readonly cases: number;
    /** Cases that were cut and can be resumed, or are being worked on. */
    readonly open: number;
  };
  readonly index: {
    readonly place: string;
    readonly exists: boolean;
    /** ISO 8601, UTC; null when no build has come to its end yet. */
    readonly refreshedAt: string | null;
  };
}

export interface ConfigStatusResult {
  readonly root: string;
  readonly file: string | null;
  /** As checked, with what is set by default; without `env`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Variables that trials are given or lose, by name. Their values may be secrets and are not shown. */
  readonly environment: readonly { readonly name: string; readonly does: 'set' | 'removed' }[];
}

export interface CaseTrial {
  readonly id: TrialId;
  readonly phase: Phase;
  readonly doing: string;
  /** Of the test, one per execution in the trial. */
  readonly outcomes: readonly Outcome[];
  readonly ms: number;
  readonly conditions: Conditions;
  readonly seed: number;
  /** How many tests were selected. */
  readonly tests: number;
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
  /** null while it is open: it is being worked on, or was cut and can be resumed. */
  readonly closedAt: string | null;
  readonly verdict: Verdict | null;
  readonly cause: Cause | null;
  /** How many tests the suite had. */
  readonly tests: number;
  readonly diagnosis: Diagnosis | null;
  /** In the order in which they were chosen. */
  readonly trials: readonly CaseTrial[];
}
