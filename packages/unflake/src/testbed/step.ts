/** A step as everything here sees it: what it is called, where it belongs, what must have run before. How it is run is its own business. */
import type { StepKind } from './names.ts';

/** What is started for a step. */
export type StepWork =
  | { readonly kind: 'bats'; readonly file: string; readonly marksItself: boolean }
  | { readonly kind: 'test-file'; readonly file: string; readonly runner: string | null }
  | { readonly kind: 'command'; readonly argv: readonly [string, ...string[]]; readonly file: string | null };

export interface SuiteStep {
  readonly name: string;
  readonly kind: StepKind;
  readonly environment: string;
  /** Names of the steps that must be complete first; the foundation is understood. */
  readonly after: readonly string[];
  /** Paths relative to the suite; of use for the foundation. */
  readonly inputs: readonly string[];
  readonly work: StepWork;
}
