/** What the stages of an investigation share. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { Arms } from './arms.ts';
import type { FindingsSoFar } from './findings-so-far.ts';
import type { DiagnoseQuestion } from './question.ts';

export interface Bench {
  readonly question: DiagnoseQuestion;
  readonly findings: FindingsSoFar;
  readonly seen: readonly TrialResult[];
  readonly make: MakeTrial;
  readonly ways: Arms;
  readonly left: () => number;
}

/** The tests that the suite runs before the target. */
export const before = ({ suite, target }: DiagnoseQuestion): readonly TestId[] => suite.slice(0, suite.indexOf(target));
