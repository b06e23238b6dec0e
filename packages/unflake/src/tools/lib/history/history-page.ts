/** The answer of `unflake history`: a page of tests, or one test with everything that is known about it. */
import { UnflakeError } from '../../../contract/faults.ts';
import type { TestAssessment } from '../../../experiment/history/assess-test.ts';
import { covers, type QuarantineEntry } from '../../../experiment/quarantine/quarantine-entry.ts';
import { historyNameOfId } from '../../../reports/results/history-name.ts';
import type { HistoryDay, HistoryStore, HistoryTest, TimelineResult } from '../../../store/history-port.ts';
import { assessmentOf } from './assess-tests.ts';
import { runResult } from './ingest.ts';
import type { FingerprintRow, HistoryResultPage, HistoryRow, TestHistory, TimelineRow } from './results.ts';

export interface PageQuery {
  readonly status: readonly string[] | null;
  readonly filter: string | null;
  readonly limit: number;
  readonly offset: number;
  readonly nowMs: number;
  readonly quarantine: readonly QuarantineEntry[];
}

/** In the sparkline. */
const DAYS = 30;
const DAY_MS = 86_400_000;
const MAX_INCIDENTS = 5;
/** Tests with equal names that are listed when one is asked for. */
const MAX_MATCHES = 10;
const MAX_FINGERPRINTS = 10;

const NO_EVIDENCE: TestAssessment['evidence'] = { 'same-commit': 0, undone: 0, unreachable: 0, break: 0 };

export async function historyPage(history: HistoryStore, query: PageQuery): Promise<Omit<HistoryResultPage, 'store'>> {
  const { tests, total } = await testsOf(history, query);
  return {
    size: await history.size(),
    total,
    tests: await rowsOf(history, tests, query),
    incidents: (await history.incidents(MAX_INCIDENTS)).map(runResult),
    test: null,
  };
}

/** `quarantined` is what the file of the project says, so the store cannot select by it. */
async function testsOf(history: HistoryStore, { status, filter, limit, offset, quarantine }: PageQuery) {
  if (status?.includes('quarantined') !== true) return await history.page({ status, contains: filter, limit, offset });
  const found = await Promise.all(quarantine.map(({ test }) => history.byName(historyNameOfId(test))));
  const tests = found.filter((one) => one !== null).filter(({ id }) => filter === null || id.includes(filter));
  return { tests: tests.slice(offset, offset + limit), total: tests.length };
}

export async function testHistory(
  history: HistoryStore,
  text: string,
  timelineLimit: number,
  query: PageQuery,
): Promise<Omit<HistoryResultPage, 'store'>> {
  const test = await oneTest(history, text);
  const [row] = await rowsOf(history, [test], query);
  const timeline = await history.timeline(test.key, timelineLimit);
  const provoked = await history.provoked(test.key);
  const found: TestHistory = {
    ...row!,
    formerNames: await history.formerNames(test.key),
    latestEvidence: assessmentOf(test.assessed)?.latest ?? [],
    timeline: timeline.map(timelineRow).toReversed(),
    fingerprints: fingerprintsOf(timeline),
    provoked: provoked.map(({ atMs, ...one }) => ({ ...one, at: moment(atMs) })),
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

async function rowsOf(
  history: HistoryStore,
  tests: readonly HistoryTest[],
  { nowMs, quarantine }: PageQuery,
): Promise<readonly HistoryRow[]> {
  const names = quarantine.map((entry) => ({ entry, name: historyNameOfId(entry.test) }));
  const newest = Math.max(0, ...tests.map(({ lastSeenMs }) => lastSeenMs));
  // Results of a history that was brought in late are old, and their days are what is looked at.
  const lastDay = Math.floor(Math.min(nowMs, newest) / DAY_MS);
  const days = await history.days(
    tests.map(({ key }) => key),
    lastDay - DAYS + 1,
  );
  return tests.map((test) => {
    const entry = names.find(({ name }) => covers(name, test))?.entry ?? null;
    return historyRow(test, sparkDays(days.get(test.key) ?? [], lastDay), entry);
  });
}

function historyRow(test: HistoryTest, days: readonly (number | null)[], entry: QuarantineEntry | null): HistoryRow {
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
    days,
    quarantine: entry === null ? null : { until: entry.until, owner: entry.owner },
  };
}

function sparkDays(days: readonly HistoryDay[], lastDay: number): readonly (number | null)[] {
  const failures = new Map(days.filter(({ runs }) => runs > 0).map(({ day, failures: count }) => [day, count]));
  return Array.from({ length: DAYS }, (_, at) => failures.get(lastDay - DAYS + 1 + at) ?? null);
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

const moment = (ms: number): string => new Date(ms).toISOString();
