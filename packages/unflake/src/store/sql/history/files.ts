/** Which files of a run were written before, so that each counts once however often it is given. */
import type { FileRecord, HistoryResult } from '../../history-port.ts';
import type { Statements } from '../connection.ts';

/** Null for a file that was whole before. Otherwise its number in its run, and the results that are new. */
export async function unwritten(
  db: Statements,
  runId: number,
  { sha, from, results, isEnd }: FileRecord,
): Promise<{ readonly file: number; readonly results: readonly HistoryResult[] } | null> {
  const row = await db.get('SELECT number, results, whole FROM history_files WHERE run_id = ? AND sha = ?', runId, sha);
  if (Number(row?.whole) === 1) return null;
  const written = Number(row?.results ?? 0);
  const upTo = Math.max(written, from + results.length);
  const file = row === undefined ? await addFile(db, runId, sha) : Number(row.number);
  const sql = 'UPDATE history_files SET results = ?, whole = ? WHERE run_id = ? AND sha = ?';
  await db.run(sql, upTo, isEnd ? 1 : 0, runId, sha);
  return { file, results: results.slice(Math.max(0, written - from)) };
}

async function addFile(db: Statements, runId: number, sha: string): Promise<number> {
  const sql = `INSERT INTO history_files (run_id, sha, number, results, whole)
    SELECT CAST(? AS BIGINT), ?, COALESCE(MAX(number) + 1, 1), 0, 0 FROM history_files WHERE run_id = ? RETURNING number`;
  return Number((await db.get(sql, runId, sha, runId))!.number);
}
