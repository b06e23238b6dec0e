/** A run becomes an incident, or is none any more: then the counts of all its tests move. That is rare, so it may look at every test. */
import type { StoredRun } from '../../history-port.ts';
import type { Statements } from '../connection.ts';
import type { CountSums } from './counts.ts';
import { FAILED, RAN } from './rows.ts';

/** All results of the run are stored already. */
export async function moveIncident(
  db: Statements,
  { id: runId, incident: before, atMs }: Pick<StoredRun, 'id' | 'incident' | 'atMs'>,
  incident: string | null,
  sums: CountSums,
): Promise<void> {
  await db.run('UPDATE history_runs SET incident = ? WHERE id = ?', incident, runId);
  if ((before === null) === (incident === null)) return;
  const sign = incident === null ? 1 : -1;
  const rows = await db.all(
    `SELECT t.id, COUNT(*) AS runs, SUM(CASE WHEN r.outcome IN ${FAILED} THEN 1 ELSE 0 END) AS failures,
      SUM(COALESCE(r.ms, 0)) AS ms
      FROM history_tests t JOIN history_results r ON r.test_id = t.id AND r.run_id = ?
      WHERE r.outcome IN ${RAN} GROUP BY t.id`,
    runId,
  );
  for (const { id, runs, failures, ms } of rows) {
    const [more, failed, time] = [runs, failures, ms].map((value) => sign * Number(value)) as [number, number, number];
    sums.add(Number(id), atMs, { runs: more, failures: failed, ms: time });
  }
}
