/** Writes results of runs in one transaction, with the counts beside them. Waits for nothing: a transaction that did would block others in the same process. */
import { isFailure } from '../../../contract/outcome.ts';
import type { FileRecord, HistoryResult, RecordedRun, RunRecord, StoredRun } from '../../history-port.ts';
import type { DatabaseFile } from '../connection.ts';
import { addCounts, type Counts } from './counts.ts';
import { type FailureIds, failureIds } from './failures.ts';
import { moveIncident } from './incidents.ts';
import { OUTCOME_CODES } from './rows.ts';
import { openRun, runById } from './runs.ts';
import { type TestIds, testIds } from './test-ids.ts';

interface Writer {
  readonly db: DatabaseFile;
  readonly tests: TestIds;
  readonly failures: FailureIds;
}

interface Totals {
  results: number;
  executed: number;
  failures: number;
  readonly tests: Map<number, Counts>;
}

const NONE: Counts = { runs: 0, failures: 0, ms: 0 };

// The place among the executions of a run: reruns, and shards that report a test twice.
const INSERT = `INSERT INTO history_results (test_id, run_id, seq, outcome, ms, failure_id, unreachable)
  SELECT ?1, ?2, COALESCE(MAX(seq) + 1, 0), ?3, ?4, ?5, 0 FROM history_results WHERE test_id = ?1 AND run_id = ?2`;

export function record(db: DatabaseFile, runs: readonly RunRecord[]): readonly RecordedRun[] {
  return db.transaction(() => {
    const writer = { db, tests: testIds(db), failures: failureIds(db) };
    return runs.map((run) => recordRun(writer, run));
  });
}

function recordRun(writer: Writer, { run: wanted, files, incident }: RunRecord): RecordedRun {
  const { db } = writer;
  const run = openRun(db, wanted);
  const totals: Totals = { results: 0, executed: 0, failures: 0, tests: new Map() };
  let knownFiles = 0;
  for (const file of files) {
    const results = unwritten(db, run.id, file);
    if (results === null) knownFiles += 1;
    else for (const result of results) addResult(writer, run, result, totals);
  }
  // What an incident broke is not counted.
  for (const [test, count] of totals.tests) addCounts(db, test, run.atMs, run.incident === null ? count : NONE);
  db.run(
    'UPDATE history_runs SET results = results + ?, executed = executed + ?, failures = failures + ? WHERE id = ?',
    totals.results,
    totals.executed,
    totals.failures,
    run.id,
  );
  const counted = runById(db, run.id);
  // Only a call that adds something may change what is thought of the run.
  if (incident !== undefined && counted.executed > 0) moveIncident(db, counted, incident(counted));
  return { run: runById(db, run.id), added: totals.results, knownFiles };
}

/** Null for a file that was whole before. */
function unwritten(
  db: DatabaseFile,
  runId: number,
  { sha, from, results, isEnd }: FileRecord,
): readonly HistoryResult[] | null {
  const row = db.get('SELECT results, whole FROM history_files WHERE run_id = ? AND sha = ?', runId, sha);
  if (row !== undefined && Number(row.whole) === 1) return null;
  const written = row === undefined ? 0 : Number(row.results);
  db.run(
    `INSERT INTO history_files (run_id, sha, results, whole) VALUES (?, ?, ?, ?)
      ON CONFLICT (run_id, sha) DO UPDATE SET results = excluded.results, whole = excluded.whole`,
    runId,
    sha,
    Math.max(written, from + results.length),
    isEnd ? 1 : 0,
  );
  return results.slice(Math.max(0, written - from));
}

function addResult(
  { db, tests, failures }: Writer,
  { id: runId, atMs }: StoredRun,
  { test, outcome, ms, fingerprint, message }: HistoryResult,
  totals: Totals,
): void {
  const testId = tests.idOf(test, atMs);
  const failure = fingerprint === null ? null : failures(fingerprint, message);
  const wholeMs = ms === null ? null : Math.round(ms);
  db.run(INSERT, testId, runId, OUTCOME_CODES.get(outcome)!, wholeMs, failure);
  totals.results += 1;
  let count = totals.tests.get(testId);
  if (count === undefined) {
    count = { runs: 0, failures: 0, ms: 0 };
    totals.tests.set(testId, count);
  }
  if (outcome === 'skipped' || outcome === 'missing') return;
  totals.executed += 1;
  count.runs += 1;
  count.ms += wholeMs ?? 0;
  if (!isFailure(outcome)) return;
  totals.failures += 1;
  count.failures += 1;
}
