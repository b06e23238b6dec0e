/** What explain returns, and what it is told besides the findings. */
import type { Diagnosis } from '../../contract/diagnosis.ts';

/** What `explain` decides; the tool adds ids, costs and the printed commands. */
export type Explanation = Pick<
  Diagnosis,
  | 'verdict'
  | 'cause'
  | 'polluters'
  | 'setters'
  | 'setterSets'
  | 'cleaners'
  | 'factor'
  | 'detected'
  | 'evidence'
  | 'hypotheses'
  | 'odds'
  | 'summary'
  | 'next'
  | 'notTried'
>;

/** What else the answer depends on. */
export interface ExplainContext {
  /** Name of the runner, for the base rates of its ecosystem. */
  readonly runner?: string;
  /** Which part of the budget ended the diagnosis; null when none did. */
  readonly spent?: 'trials' | 'minutes' | null;
}
