/** The suite over time: failures on unchanged code a day, and how many tests are in which state. */
import { assessTest, type FailureDay, type TestAssessment } from '../../../experiment/history/assess-test.ts';
import type { QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';
import type { DecidedTest, HistoryStore, StatusCount } from '../../../store/history-port.ts';
import { MAX_ASSESSED, pastResults } from './assess-tests.ts';
import { DAYS, dayText, entryFinder, lastDayOf } from './history-rows.ts';
import type { HistoryTrend, ShownStatus } from './results.ts';

export async function historyTrend(
  history: HistoryStore,
  { nowMs, quarantine }: { readonly nowMs: number; readonly quarantine: readonly QuarantineEntry[] },
): Promise<HistoryTrend> {
  const statuses = await history.statuses();
  const failures = new Map<number, number>();
  for (const test of await history.decided())
    for (const { day, failures: count } of await failureDays(history, test))
      failures.set(day, (failures.get(day) ?? 0) + count);
  const lastDay = lastDayOf(statuses, nowMs);
  const days = Array.from({ length: DAYS }, (_, at) => lastDay - DAYS + 1 + at);
  return {
    days: statuses.length === 0 ? [] : days.map((day) => ({ day: dayText(day), failures: failures.get(day) ?? 0 })),
    statuses: await countStatuses(history, statuses, quarantine),
  };
}

async function failureDays(history: HistoryStore, { key, assessment }: DecidedTest): Promise<readonly FailureDay[]> {
  const known = (assessment as TestAssessment).failureDays;
  if (known !== undefined) return known;
  // Written before the days were kept: its results say them.
  return assessTest(pastResults(await history.timeline(key, MAX_ASSESSED))).failureDays ?? [];
}

/** A test in quarantine is counted there alone. Names are looked at only where there is a quarantine. */
async function countStatuses(
  history: HistoryStore,
  statuses: readonly StatusCount[],
  quarantine: readonly QuarantineEntry[],
): Promise<HistoryTrend['statuses']> {
  const counts: Record<ShownStatus, number> = { healthy: 0, flaky: 0, broken: 0, fixed: 0, quarantined: 0 };
  for (const { status, tests } of statuses) counts[status as ShownStatus] += tests;
  if (quarantine.length === 0) return counts;
  const entryOf = entryFinder(quarantine);
  for (const test of await history.names()) {
    if (entryOf(test) === null) continue;
    counts[test.status as ShownStatus] -= 1;
    counts.quarantined += 1;
  }
  return counts;
}
