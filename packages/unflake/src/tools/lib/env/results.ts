/** Results of the `env` commands. The printers read these. */
import type { StateName } from '../../../testbed/environment-state.ts';
import type { StepKind } from '../../../testbed/names.ts';

export type StepOutcome = 'passed' | 'failed' | 'timed-out' | 'crashed' | 'interrupted' | 'not-run';

export interface StepResult {
  readonly step: string;
  readonly kind: StepKind;
  readonly environment: string;
  /** `prerequisite`: not requested, but needed by another step. */
  readonly role: 'asked' | 'prerequisite';
  readonly outcome: StepOutcome;
  /** Why it did not pass; null if it did. */
  readonly why: string | null;
  readonly ms: number;
  /** The runner's count of tests; null for a command. */
  readonly tests: { readonly passed: number; readonly failed: number; readonly skipped: number } | null;
  /** The end of its output, if it did not pass. */
  readonly output: string | null;
  /** Notes about the state that it started from and what may be missing. */
  readonly notes: readonly string[];
}

export interface Rebuilt {
  readonly environment: string;
  readonly state: Exclude<StateName, 'clean' | 'locked'>;
  readonly why: string;
}

export interface EnvRunResult {
  readonly suite: string;
  readonly envs: string;
  /** `none`: the suite has no foundation, or no step needed it. */
  readonly foundation: 'built' | 'reused' | 'failed' | 'none';
  /** In the order in which they ended. */
  readonly steps: readonly StepResult[];
  /** Environments that were rebuilt, and why. */
  readonly rebuilt: readonly Rebuilt[];
  readonly ms: number;
}

export interface Holder {
  readonly pid: number;
  readonly words: string;
  /** `child`: it inherited the lock from a run that is dead. */
  readonly as: 'taker' | 'child';
}

export interface EnvironmentReport {
  readonly environment: string;
  readonly state: StateName;
  /** The reason in plain words. */
  readonly why: string;
  /** The marker that shows it, relative to the environments; null if none does. */
  readonly marker: string | null;
  readonly holders: readonly Holder[];
  /** Steps that are complete there, in order. */
  readonly complete: readonly string[];
  /** What a run of the whole suite would do first. */
  readonly next: string;
  /** Steps that it would run, in order. */
  readonly runs: readonly string[];
  /** From earlier runs; null if no duration is known. */
  readonly aboutMs: number | null;
}

export interface EnvStatusResult {
  readonly suite: string;
  readonly envs: string;
  readonly environments: readonly EnvironmentReport[];
}

export interface EnvCleanResult {
  readonly envs: string;
  readonly cleaned: readonly string[];
}

export interface GraphStep {
  readonly step: string;
  readonly kind: StepKind;
  readonly environment: string;
  /** The environment that its own is copied from; null if it starts empty. */
  readonly from: string | null;
  /** As declared. */
  readonly after: readonly string[];
  /** All steps that must be complete first, in order. */
  readonly needs: readonly string[];
  readonly runs: string;
  readonly lastMs: number | null;
}

export interface EnvGraphResult {
  readonly suite: string;
  readonly format: 'text' | 'dot';
  readonly steps: readonly GraphStep[];
}

export interface EnvWithResult {
  readonly environment: string;
  readonly argv: readonly string[];
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** The end of each stream, if there is more than is kept. */
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface EnvHelpersResult {
  /** The file to `load` in BATS. */
  readonly path: string;
}

export type Ran = Pick<StepResult, 'outcome' | 'why' | 'ms' | 'tests'> & { readonly output: string };
