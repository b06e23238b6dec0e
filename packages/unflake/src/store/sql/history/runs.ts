/** Runs of CI: found by what names them, or made. */
import type { HistoryRun, StoredRun } from '../../history-port.ts';
import type { Statements } from '../connection.ts';
import { RUN_COLUMNS, runOf } from './rows.ts';
import { shortKey, storable } from './storable.ts';

const MAX_KEY = 800;

export async function openRun(db: Statements, wanted: HistoryRun): Promise<StoredRun> {
  const { commit, branch, run, job, attempt, machine, service, atMs } = wanted;
  // The time is no part of it: the shards of a job report at different times.
  const key = shortKey(JSON.stringify([commit, run, job, attempt, machine]), MAX_KEY);
  const known = await db.get(`SELECT ${RUN_COLUMNS} FROM history_runs h WHERE run_key = ?`, key);
  if (known !== undefined) return runOf(known);
  const texts = [commit, branch, run, job].map(storable);
  const inserted = await db.get(
    `INSERT INTO history_runs
      (run_key, commit_id, branch, ci_run, job, attempt, machine, service, at_ms, results, executed, failures, pruned)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0) RETURNING ${RUN_COLUMNS.replaceAll('h.', '')}`,
    key,
    ...texts,
    attempt,
    storable(machine),
    storable(service),
    Math.round(atMs),
  );
  return runOf(inserted!);
}

export async function incidents(db: Statements, limit: number): Promise<readonly StoredRun[]> {
  const sql = `SELECT ${RUN_COLUMNS} FROM history_runs h WHERE incident IS NOT NULL ORDER BY at_ms DESC LIMIT ?`;
  return (await db.all(sql, limit)).map(runOf);
}
