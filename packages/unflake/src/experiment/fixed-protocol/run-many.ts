/** The repeated runs of the fixed protocol: ten of the target alone, twenty if none of them failed. */
import type { FixedMultiRun } from '../../contract/fixed-protocol-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { ask, type Plan } from '../plan.ts';
import type { FixedProtocolOptions } from './fixed-protocol-options.ts';
import { markedRuns } from './marked-runs.ts';

const RUNS = 10;

export function* runMany({ target, alone }: FixedProtocolOptions): Plan<FixedMultiRun> {
  const ten = (doing: string) => ({
    phase: 'confirm' as const,
    doing,
    why: 'the repeated runs of the fixed protocol',
    trials: Array.from({ length: RUNS }, () => alone.make()),
  });
  const first = yield* ask(ten('running the test 10 times'));
  if (markedRuns(first, target).failed > 0) return multiRunOf(first, target);
  const second = yield* ask(ten('no failure in 10 runs: running it 10 times more'));
  return multiRunOf([...first, ...second], target);
}

export function multiRunOf(results: readonly TrialResult[], target?: TestId): FixedMultiRun {
  const runs = target === undefined ? { marks: [], passed: 0, failed: 0, trials: [] } : markedRuns(results, target);
  return { ...runs, decision: decisionOf(runs.failed) };
}

/** The rows say "failures"; after twenty runs they are read as they stand. */
function decisionOf(failures: number): FixedMultiRun['decision'] {
  if (failures === 0) return 'may-not-be-flaky';
  if (failures <= 3) return 'flakiness-confirmed';
  return failures <= 7 ? 'highly-flaky' : 'likely-a-real-bug';
}
