/** The answer of `unflake history`: a page of tests, or one test with everything that is known about it. */
import { UnflakeError } from '../../../contract/faults.ts';
import type { QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';
import { clopperPearson } from '../../../experiment/statistics/rate-interval.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryDay, HistoryStore, HistoryTest, TimelineResult } from '../../../store/history-port.ts';
import { assessmentOf } from './assess-tests.ts';
import { DAYS, dayText, historyRows, lastDayOf, moment } from './history-rows.ts';
import { historyTrend } from './history-trend.ts';
import { runResult } from './ingest.ts';
import type { DayRate, FingerprintRow, HistoryResultPage, TestHistory, TimelineRow } from './results.ts';
import { selectTests, type TestSelection } from './select-tests.ts';

export interface PageQuery extends TestSelection {
  readonly nowMs: number;
  readonly quarantine: readonly QuarantineEntry[];
  readonly trend: boolean;
  /** Names of the tests with a case. */
  readonly diagnosed: () => Promise<readonly string[]>;
}

const MAX_INCIDENTS = 5;
/** Tests with equal names that are listed when one is asked for. */
const MAX_MATCHES = 10;
const MAX_FINGERPRINTS = 10;

export async function historyPage(history: HistoryStore, query: PageQuery): Promise<Omit<HistoryResultPage, 'store'>> {
  const { tests, total } = await selectTests(history, query, query.quarantine, query.diagnosed);
  return {
    size: await history.size(),
    total,
    tests: await historyRows(history, tests, query),
    incidents: (await history.incidents(MAX_INCIDENTS)).map(runResult),
    test: null,
    ...(query.trend ? { trend: await historyTrend(history, query) } : {}),
  };
}

export async function testHistory(
  history: HistoryStore,
  text: string,
  timelineLimit: number,
  query: PageQuery,
): Promise<Omit<HistoryResultPage, 'store'>> {
  const test = await oneTest(history, text);
  const [row] = await historyRows(history, [test], query);
  const timeline = await history.timeline(test.key, timelineLimit);
  const provoked = await history.provoked(test.key);
  const firstDay = lastDayOf([test], query.nowMs) - DAYS + 1;
  const found: TestHistory = {
    ...row!,
    formerNames: await history.formerNames(test.key),
    latestEvidence: assessmentOf(test.assessed)?.latest ?? [],
    timeline: timeline.map(timelineRow).toReversed(),
    fingerprints: fingerprintsOf(timeline),
    provoked: provoked.map(({ atMs, ...one }) => ({ ...one, at: moment(atMs) })),
    rates: ratesOf((await history.days([test.key], firstDay)).get(test.key) ?? []),
    failedOn: assessmentOf(test.assessed)?.failedOn ?? [],
  };
  return { size: await history.size(), total: 1, tests: [], incidents: [], test: found };
}

async function oneTest(history: HistoryStore, text: string): Promise<HistoryTest> {
  const exact = await history.byName(historyNameOfId(text));
  if (exact !== null) return exact;
  const found = await history.find(text, MAX_MATCHES);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const near = found.map(({ id }) => id);
  const message =
    near.length === 0
      ? `the history has no test \`${text}\``
      : [`the history has several tests with \`${text}\` in their names:`, ...near].join('\n');
  throw new UnflakeError('UNKNOWN_TEST', message, { test: text, near });
}

function ratesOf(days: readonly HistoryDay[]): readonly DayRate[] {
  return days
    .filter(({ runs }) => runs > 0)
    .map(({ day, runs, failures }) => {
      const { low, high } = clopperPearson({ failures, runs });
      return { day: dayText(day), runs, failures, low, high };
    });
}

function timelineRow({ run, outcome, ms, fingerprint }: TimelineResult): TimelineRow {
  const { atMs, commit, branch, run: id, job, attempt, incident } = run;
  return { at: moment(atMs), commit, branch, run: id, job, attempt, outcome, ms, fingerprint, incident };
}

/** Of the results that are shown; the most frequent first. */
function fingerprintsOf(timeline: readonly TimelineResult[]): readonly FingerprintRow[] {
  const found = new Map<string, FingerprintRow>();
  for (const { fingerprint, message, run } of timeline) {
    if (fingerprint === null || run.incident !== null) continue;
    const count = (found.get(fingerprint)?.count ?? 0) + 1;
    found.set(fingerprint, { fingerprint, count, message, lastSeen: moment(run.atMs) });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_FINGERPRINTS);
}
