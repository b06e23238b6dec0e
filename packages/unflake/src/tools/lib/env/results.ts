/** What the `env` commands answer. The printers read these. */
import type { StateName } from '../../../testbed/environment-state.ts';
import type { StepKind } from '../../../testbed/names.ts';

export type StepOutcome = 'passed' | 'failed' | 'timed-out' | 'crashed' | 'interrupted' | 'not-run';

export interface StepResult {
  readonly step: string;
  readonly kind: StepKind;
  readonly environment: string;
  /** `prerequisite`: nobody asked for it; another step needed it. */
  readonly role: 'asked' | 'prerequisite';
  readonly outcome: StepOutcome;
  /** Why it did not pass; null when it did. */
  readonly why: string | null;
  readonly ms: number;
  /** As its runner counts them; null for a command. */
  readonly tests: { readonly passed: number; readonly failed: number; readonly skipped: number } | null;
  /** The end of what it printed, when it did not pass. */
  readonly output: string | null;
  /** Sentences about what it started from, and what it may lack. */
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
  /** `none`: the suite has no foundation, or nothing needed it. */
  readonly foundation: 'built' | 'reused' | 'failed' | 'none';
  /** In the order in which they ended. */
  readonly steps: readonly StepResult[];
  /** Environments that were begun again, and why. */
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
  /** In plain words. */
  readonly why: string;
  /** The marker that says so, relative to the environments; null when none does. */
  readonly marker: string | null;
  readonly holders: readonly Holder[];
  /** Steps that are complete there, in order. */
  readonly complete: readonly string[];
  /** What a run of the whole suite would do here first. */
  readonly next: string;
  /** Steps that it would run, in order. */
  readonly runs: readonly string[];
  /** From history; null when no time is known. */
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
  /** What its environment is copied from; null when it begins empty. */
  readonly from: string | null;
  /** As declared. */
  readonly after: readonly string[];
  /** All that must be complete first, in order. */
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
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** The end of each stream, where there is more than is kept. */
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface EnvHelpersResult {
  /** The file to `load` in BATS. */
  readonly path: string;
}

export type Ran = Pick<StepResult, 'outcome' | 'why' | 'ms' | 'tests'> & { readonly output: string };
