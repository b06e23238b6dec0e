/** How large the history is, and making it smaller: results go, the counts of their days stay. */
import type { HistorySize } from '../../history-port.ts';
import type { Connection } from '../connection.ts';
import { changeHistory } from './change-history.ts';

export async function size(db: Connection): Promise<HistorySize> {
  const row = await db.get(`SELECT
    (SELECT COUNT(*) FROM history_tests) AS tests,
    (SELECT COUNT(*) FROM history_runs) AS runs,
    -- Of runs whose results are kept; counting the results themselves would read them all.
    (SELECT SUM(results) FROM history_runs WHERE pruned = 0) AS results,
    (SELECT MIN(at_ms) FROM history_runs WHERE pruned = 0) AS oldest`);
  const { tests, runs, results, oldest } = row!;
  return {
    tests: Number(tests),
    runs: Number(runs),
    results: Number(results ?? 0),
    bytes: (await db.facts()).bytes,
    oldestResultMs: oldest === null ? null : Number(oldest),
  };
}

export async function prune(db: Connection, beforeMs: number, dryRun: boolean): Promise<number> {
  const old = `(SELECT id FROM history_runs WHERE at_ms < ? AND pruned = 0)`;
  const count = `SELECT COUNT(*) AS n FROM history_results WHERE run_id IN ${old}`;
  if (dryRun) return Number((await db.get(count, beforeMs))!.n);
  return await changeHistory(db, async (within) => {
    const gone = await within.run(`DELETE FROM history_results WHERE run_id IN ${old}`, beforeMs);
    await within.run('UPDATE history_runs SET pruned = 1 WHERE at_ms < ?', beforeMs);
    return gone;
  });
}
