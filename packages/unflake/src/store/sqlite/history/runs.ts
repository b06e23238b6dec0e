/** Runs of CI: found by what names them, or made. */
import type { HistoryRun, StoredRun } from '../../history-port.ts';
import type { DatabaseFile } from '../connection.ts';
import { RUN_COLUMNS, runOf } from './rows.ts';

export function openRun(db: DatabaseFile, wanted: HistoryRun): StoredRun {
  const { commit, branch, run, job, attempt, machine, service, atMs } = wanted;
  // The time is no part of it: the shards of a job report at different times.
  const key = JSON.stringify([commit, run, job, attempt, machine]);
  db.run(
    `INSERT INTO history_runs
      (run_key, commit_id, branch, ci_run, job, attempt, machine, service, at_ms, results, executed, failures, pruned)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0) ON CONFLICT (run_key) DO NOTHING`,
    key,
    commit,
    branch,
    run,
    job,
    attempt,
    machine,
    service,
    Math.round(atMs),
  );
  return runOf(db.get(`SELECT ${RUN_COLUMNS} FROM history_runs h WHERE run_key = ?`, key)!);
}

export function runById(db: DatabaseFile, id: number): StoredRun {
  return runOf(db.get(`SELECT ${RUN_COLUMNS} FROM history_runs h WHERE id = ?`, id)!);
}

export function incidents(db: DatabaseFile, limit: number): readonly StoredRun[] {
  const sql = `SELECT ${RUN_COLUMNS} FROM history_runs h WHERE incident IS NOT NULL ORDER BY at_ms DESC LIMIT ?`;
  return db.all(sql, limit).map(runOf);
}
