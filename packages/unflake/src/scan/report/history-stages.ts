/** How often known flaky tests failed at each state of a place. A case belongs to the state that was newest when it was opened. */
import type { HistoryStage, PlaceHistory } from '../../contract/scan-report.ts';
import { sumRuns } from './recorded-runs.ts';
import type { CaseRuns } from './report-input.ts';

/** Newest first, like the history; empty when no run is recorded or nothing changed the place. */
export function historyStages({ commits }: PlaceHistory, cases: readonly CaseRuns[]): readonly HistoryStage[] {
  const touched = commits.filter(({ how }) => how === 'touched');
  if (touched.length === 0 || sumRuns(cases).runs === 0) return [];
  const stages = touched.map(({ hash, atMs }, index) => {
    const untilMs = touched[index - 1]?.atMs ?? Number.POSITIVE_INFINITY;
    return { commit: hash, ...during(cases, atMs, untilMs) };
  });
  const before = during(cases, Number.NEGATIVE_INFINITY, touched.at(-1)!.atMs);
  return before.runs === 0 ? stages : [...stages, { commit: null, ...before }];
}

function during(cases: readonly CaseRuns[], fromMs: number, untilMs: number) {
  return sumRuns(cases.filter(({ openedAtMs }) => fromMs <= openedAtMs && openedAtMs < untilMs));
}
