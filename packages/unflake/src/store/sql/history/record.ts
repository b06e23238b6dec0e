/** Writes results of runs in one transaction, with the counts beside them. Only the database is waited for: a transaction that read files meanwhile would block others. */
import { isFailure } from '../../../contract/outcome.ts';
import type { HistoryResult, RecordedRun, RunRecord, StoredRun } from '../../history-port.ts';
import type { Connection, Statements } from '../connection.ts';
import { runFor } from '../for-rows.ts';
import { changeHistory } from './change-history.ts';
import { type CountSums, countSums, NO_COUNTS } from './counts.ts';
import { failureIds } from './failures.ts';
import { unwritten } from './files.ts';
import { moveIncident } from './incidents.ts';
import { type PendingResults, pendingResults } from './pending-results.ts';
import { OUTCOME_CODES } from './rows.ts';
import { openRun } from './runs.ts';
import { type TestIds, testIds } from './test-ids.ts';

interface Part {
  readonly file: number;
  readonly results: readonly HistoryResult[];
}

/** A run of this call, and what of it was not written before. */
interface OpenedRun {
  readonly run: StoredRun;
  readonly parts: readonly Part[];
  readonly knownFiles: number;
  readonly incident: RunRecord['incident'];
}

type RunState = { -readonly [Name in keyof StoredRun]: StoredRun[Name] };

interface Writer {
  readonly idOf: TestIds;
  readonly failures: ReadonlyMap<string, number>;
  readonly pending: PendingResults;
  readonly sums: CountSums;
  /** As they will be when the transaction ends. */
  readonly runs: Map<number, RunState>;
}

export function record(db: Connection, runs: readonly RunRecord[]): Promise<readonly RecordedRun[]> {
  return changeHistory(db, async (within) => {
    const opened: OpenedRun[] = [];
    for (const one of runs) opened.push(await openRecord(within, one));
    const named = opened.flatMap(({ run, parts }) =>
      parts.flatMap(({ results }) => results.map(({ test }) => ({ test, atMs: run.atMs }))),
    );
    const writer: Writer = {
      idOf: await testIds(within, named),
      failures: await failureIds(
        within,
        opened.flatMap(({ parts }) => parts.flatMap(({ results }) => results)),
      ),
      pending: pendingResults(within),
      sums: countSums(),
      runs: new Map(),
    };
    const recorded: RecordedRun[] = [];
    for (const one of opened) recorded.push(await recordRun(within, writer, one));
    await writer.pending.write();
    await writer.sums.write(within);
    await writeTotals(within, writer.runs.values());
    return recorded;
  });
}

async function openRecord(db: Statements, { run: wanted, files, incident }: RunRecord): Promise<OpenedRun> {
  const run = await openRun(db, wanted);
  const parts: Part[] = [];
  for (const file of files) {
    const part = await unwritten(db, run.id, file);
    if (part !== null) parts.push(part);
  }
  return { run, parts, knownFiles: files.length - parts.length, incident };
}

async function recordRun(db: Statements, writer: Writer, opened: OpenedRun): Promise<RecordedRun> {
  const { pending, sums } = writer;
  const state = writer.runs.get(opened.run.id) ?? { ...opened.run };
  writer.runs.set(state.id, state);
  const before = state.results;
  for (const { file, results } of opened.parts) {
    for (const result of results) {
      addResult(writer, state, opened.run.results === 0, file, result);
      if (pending.isFull()) await pending.write();
    }
  }
  const { incident } = opened;
  // Only a call that adds something may change what is thought of the run.
  const verdict = incident === undefined || state.executed === 0 ? state.incident : incident(state);
  if (verdict !== state.incident) {
    await pending.write();
    await moveIncident(db, state, verdict, sums);
    state.incident = verdict;
  }
  return { run: { ...state }, added: state.results - before, knownFiles: opened.knownFiles };
}

function addResult(
  { idOf, failures, pending, sums }: Writer,
  run: RunState,
  isNew: boolean,
  file: number,
  { test: name, outcome: result, ms: exactMs, fingerprint }: HistoryResult,
): void {
  const test = idOf(name);
  const outcome = OUTCOME_CODES.get(result)!;
  const ms = exactMs === null ? null : Math.round(exactMs);
  const failure = fingerprint === null ? null : failures.get(fingerprint)!;
  pending.add({ test, run: run.id, outcome, ms, failure, file }, isNew);
  const isRun = result !== 'skipped' && result !== 'missing';
  const failed = isFailure(result) ? 1 : 0;
  run.results += 1;
  run.executed += isRun ? 1 : 0;
  run.failures += failed;
  // What an incident broke is not counted.
  sums.add(test, run.atMs, isRun && run.incident === null ? { runs: 1, failures: failed, ms: ms ?? 0 } : NO_COUNTS);
}

async function writeTotals(db: Statements, runs: Iterable<StoredRun>): Promise<void> {
  const columns = { id: 'BIGINT', results: 'BIGINT', executed: 'BIGINT', failures: 'BIGINT' } as const;
  const rows = [...runs].map(({ id, results, executed, failures }) => ({ id, results, executed, failures }));
  const sql = (given: string) => `UPDATE history_runs SET results = given.results, executed = given.executed,
    failures = given.failures FROM ${given} WHERE history_runs.id = given.id`;
  await runFor(db, columns, rows, sql);
}
