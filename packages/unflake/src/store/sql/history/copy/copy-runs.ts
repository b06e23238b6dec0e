/** Runs with results, in groups of bounded size. A file of a report that was never read to its end is copied once it was. */
import { OUTCOMES } from '../../../../contract/outcome.ts';
import type { FileRecord, HistoryResult, RunRecord, RunTotals } from '../../../history-port.ts';
import type { Connection, Row } from '../../connection.ts';
import { record } from '../record.ts';
import { RUN_COLUMNS, runOf } from '../rows.ts';
import { markUnreachable } from '../timeline.ts';
import type { CopiedTests } from './copy-tests.ts';

/** Of failures in set-up, by fingerprint. */
export type JudgeRun = (totals: RunTotals & { readonly setUp: ReadonlyMap<string, number> }) => string | null;

interface SourceRun {
  readonly row: Row;
  /** Those that the other store has not in full. */
  readonly files: ReadonlyMap<number, { readonly sha: string; readonly results: HistoryResult[] }>;
  readonly unreachable: Set<number>;
}

const RESULTS_AT_ONCE = 20_000;

export async function copyRuns(
  from: Connection,
  to: Connection,
  tests: CopiedTests,
  judge: JudgeRun,
  signal: AbortSignal,
): Promise<{ readonly runs: number; readonly unchangedRuns: number; readonly results: number }> {
  const copied = { runs: 0, unchangedRuns: 0, results: 0 };
  let group: SourceRun[] = [];
  const write = async (): Promise<void> => {
    await readResults(from, group, tests);
    const recorded = await record(
      to,
      group.map((run) => recordOf(run, judge)),
    );
    for (const [at, { run, added }] of recorded.entries()) {
      await markUnreachable(to, run.id, [...group[at]!.unreachable]);
      copied.runs += 1;
      copied.results += added;
    }
    group = [];
  };
  let waiting = 0;
  for (const row of await from.all(
    `SELECT ${RUN_COLUMNS}, h.run_key FROM history_runs h WHERE h.pruned = 0 ORDER BY h.id`,
  )) {
    if (signal.aborted) break;
    const files = await missingFiles(from, to, row);
    if (files.size === 0) {
      copied.unchangedRuns += 1;
      continue;
    }
    group.push({ row, files, unreachable: new Set() });
    waiting += Number(row.results);
    if (waiting < RESULTS_AT_ONCE) continue;
    await write();
    waiting = 0;
  }
  if (group.length > 0) await write();
  return copied;
}

async function missingFiles(from: Connection, to: Connection, { id, run_key }: Row): Promise<SourceRun['files']> {
  const own = await from.all(
    'SELECT sha, number FROM history_files WHERE run_id = ? AND whole = 1 ORDER BY number',
    id!,
  );
  const sql = `SELECT f.sha FROM history_runs h JOIN history_files f ON f.run_id = h.id WHERE h.run_key = ? AND f.whole = 1`;
  const there = new Set((await to.all(sql, run_key!)).map(({ sha }) => String(sha)));
  const missing = own.filter(({ sha }) => !there.has(String(sha)));
  return new Map(missing.map(({ sha, number }) => [Number(number), { sha: String(sha), results: [] }]));
}

/** By test, as they are stored: a range of runs is near together in each. */
async function readResults(from: Connection, group: readonly SourceRun[], tests: CopiedTests): Promise<void> {
  const runs = new Map(group.map((run) => [Number(run.row.id), run]));
  const sql = `SELECT r.test_id, r.run_id, r.file_number, r.outcome, r.ms, r.unreachable, f.fingerprint, f.message
    FROM history_tests t CROSS JOIN history_results r LEFT JOIN history_failures f ON f.id = r.failure_id
    WHERE r.test_id = t.id AND r.run_id BETWEEN ? AND ? ORDER BY r.test_id, r.run_id, r.seq`;
  for (const row of await from.all(sql, Math.min(...runs.keys()), Math.max(...runs.keys()))) {
    const run = runs.get(Number(row.run_id));
    const file = run?.files.get(Number(row.file_number));
    const test = tests.get(Number(row.test_id))!;
    if (run === undefined || file === undefined) continue;
    file.results.push(resultOf(row, test.name));
    if (Number(row.unreachable) === 1) run.unreachable.add(test.id);
  }
}

const resultOf = ({ outcome, ms, fingerprint, message }: Row, test: HistoryResult['test']): HistoryResult => ({
  test,
  outcome: OUTCOMES[Number(outcome)]!,
  ms: ms === null ? null : Number(ms),
  fingerprint: fingerprint === null ? null : String(fingerprint),
  message: message === null ? null : String(message),
});

function recordOf({ row, files }: SourceRun, judge: JudgeRun): RunRecord {
  const { id: _id, results: _results, failures: _failures, incident, executed, ...run } = runOf(row);
  const setUp = new Map<string, number>();
  const records: FileRecord[] = [];
  for (const { sha, results } of files.values()) {
    records.push({ sha, from: 0, results, isEnd: true });
    for (const { outcome, fingerprint } of results)
      if (outcome === 'errored' && fingerprint !== null) setUp.set(fingerprint, (setUp.get(fingerprint) ?? 0) + 1);
  }
  const whole = (totals: RunTotals) => (totals.executed === executed ? incident : judge({ ...totals, setUp }));
  return { run, files: records, incident: whole };
}
