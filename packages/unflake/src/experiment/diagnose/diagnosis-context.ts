/** What the stages of a diagnosis share. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { DiagnosisArms } from './arms.ts';
import type { FindingsSoFar } from './findings-so-far.ts';
import type { ResolvedDiagnoseOptions } from './resolved-diagnose-options.ts';

export interface DiagnosisContext {
  readonly options: ResolvedDiagnoseOptions;
  readonly findings: FindingsSoFar;
  readonly seen: readonly TrialResult[];
  readonly makeTrial: MakeTrial;
  readonly arms: DiagnosisArms;
  readonly trialsLeft: () => number;
}

/** The tests that the suite runs before the target. */
export const testsBefore = ({ suite, target }: ResolvedDiagnoseOptions): readonly TestId[] =>
  suite.slice(0, suite.indexOf(target));
