/** Tests as rows of an answer: what was decided about each, its last days, its quarantine and its newest diagnosis. */
import type { TestAssessment } from '../../../experiment/history/assess-test.ts';
import {
  coveringWords,
  covers,
  type QuarantineEntry,
  type TestName,
} from '../../../experiment/quarantine/quarantine-entry.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryDay, HistoryStore, HistoryTest, ProvokedRuns } from '../../../store/history-port.ts';
import { assessmentOf } from './assess-tests.ts';
import type { HistoryRow, QuarantineState } from './results.ts';

/** In the sparkline and in the trend. */
export const DAYS = 30;
export const DAY_MS = 86_400_000;

const NO_EVIDENCE: TestAssessment['evidence'] = { 'same-commit': 0, undone: 0, unreachable: 0, break: 0 };

export async function historyRows(
  history: HistoryStore,
  tests: readonly HistoryTest[],
  { nowMs, quarantine }: { readonly nowMs: number; readonly quarantine: readonly QuarantineEntry[] },
): Promise<readonly HistoryRow[]> {
  const entryOf = entryFinder(quarantine);
  const lastDay = lastDayOf(tests, nowMs);
  const days = await history.days(
    tests.map(({ key }) => key),
    lastDay - DAYS + 1,
  );
  const rows: HistoryRow[] = [];
  for (const test of tests) {
    const provoked = await history.provoked(test.key);
    rows.push(historyRow(test, { days: days.get(test.key) ?? [], lastDay, entry: entryOf(test), provoked }));
  }
  return rows;
}

/** The entry that stands for a test. */
export function entryFinder(quarantine: readonly QuarantineEntry[]): (test: TestName) => QuarantineEntry | null {
  const byWords = new Map<
    string,
    { readonly entry: QuarantineEntry; readonly name: TestName; readonly at: number }[]
  >();
  for (const [at, entry] of quarantine.entries()) {
    const name = historyNameOfId(entry.test);
    byWords.set(name.words, [...(byWords.get(name.words) ?? []), { entry, name, at }]);
  }
  return (test) => {
    const found = coveringWords(test)
      .flatMap((words) => byWords.get(words) ?? [])
      .filter(({ name }) => covers(name, test));
    return found.toSorted((a, b) => a.at - b.at)[0]?.entry ?? null;
  };
}

/** Results of a history that was brought in late are old, and their days are what is looked at. */
export function lastDayOf(tests: readonly Pick<HistoryTest, 'lastSeenMs'>[], nowMs: number): number {
  const newest = tests.reduce((most, { lastSeenMs }) => Math.max(most, lastSeenMs), 0);
  return Math.floor(Math.min(nowMs, newest) / DAY_MS);
}

interface RowParts {
  readonly days: readonly HistoryDay[];
  readonly lastDay: number;
  readonly entry: QuarantineEntry | null;
  readonly provoked: readonly ProvokedRuns[];
}

function historyRow(test: HistoryTest, { days, lastDay, entry, provoked }: RowParts): HistoryRow {
  const known = assessmentOf(test.assessed);
  return {
    test: test.id,
    status: entry !== null ? 'quarantined' : (known?.status ?? 'healthy'),
    flaky: known?.flaky ?? 0,
    failures: known?.failures ?? 0,
    runs: known?.runs ?? test.runs,
    interval: known?.interval ?? null,
    hurt: known?.hurt ?? 0,
    reruns: known?.reruns ?? 0,
    minutesLost: known?.minutesLost ?? 0,
    evidence: known?.evidence ?? NO_EVIDENCE,
    firstSeen: moment(test.firstSeenMs),
    lastSeen: moment(test.lastSeenMs),
    began: known?.began ?? null,
    days: sparkDays(days, lastDay),
    quarantine: entry === null ? null : quarantineState(entry),
    file: test.file,
    diagnosed: diagnosedOf(provoked),
  };
}

function quarantineState({ since, until, owner, reason, ticket, case: caseId }: QuarantineEntry): QuarantineState {
  return { since, until, owner, reason, ticket: ticket ?? null, case: caseId ?? null };
}

export function diagnosedOf(provoked: readonly ProvokedRuns[]): HistoryRow['diagnosed'] {
  const newest = provoked.findLast(({ source }) => source === 'diagnose');
  return newest === undefined ? null : { caseId: newest.id, says: newest.says, at: moment(newest.atMs) };
}

function sparkDays(days: readonly HistoryDay[], lastDay: number): readonly (number | null)[] {
  const failures = new Map(days.filter(({ runs }) => runs > 0).map(({ day, failures: count }) => [day, count]));
  return Array.from({ length: DAYS }, (_, at) => failures.get(lastDay - DAYS + 1 + at) ?? null);
}

export const moment = (ms: number): string => new Date(ms).toISOString();
export const dayText = (day: number): string => moment(day * DAY_MS).slice(0, 10);
