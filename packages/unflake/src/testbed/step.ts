/** A step: its name, its environment and its prerequisites. Each kind of step knows how it runs. */
import type { StepKind } from './names.ts';

/** The command of a step. */
export type StepWork =
  | { readonly kind: 'bats'; readonly file: string; readonly marksItself: boolean }
  | { readonly kind: 'test-file'; readonly file: string; readonly runner: string | null }
  | { readonly kind: 'command'; readonly argv: readonly [string, ...string[]]; readonly file: string | null };

export interface SuiteStep {
  readonly name: string;
  readonly kind: StepKind;
  readonly environment: string;
  /** Names of the steps that must be complete first; the foundation is implied. */
  readonly after: readonly string[];
  /** Paths relative to the suite; only the foundation uses them. */
  readonly inputs: readonly string[];
  readonly work: StepWork;
}
