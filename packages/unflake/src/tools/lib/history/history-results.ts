/** The executions of a reported test as the history keeps them. */
import { isFailure } from '../../../contract/outcome.ts';
import { failureText } from '../../../reports/failure-text.ts';
import { fingerprint } from '../../../reports/fingerprint.ts';
import { historyName, type NamePlace } from '../../../reports/results/history-name.ts';
import type { ReportedResult } from '../../../reports/results/reported-result.ts';
import type { HistoryResult } from '../../../store/history-port.ts';

export function historyResults({ name, executions }: ReportedResult, place: NamePlace): readonly HistoryResult[] {
  const test = historyName(name, place);
  const root = place.roots[0]!;
  return executions.map(({ outcome, ms, failure = {} }) =>
    isFailure(outcome)
      ? { test, outcome, ms, fingerprint: fingerprint(failure, root), message: failureText(failure, root) || null }
      : { test, outcome, ms, fingerprint: null, message: null },
  );
}
