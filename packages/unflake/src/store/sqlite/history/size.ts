/** How large the history is, and making it smaller: results go, the counts of their days stay. */
import type { HistorySize } from '../../history-port.ts';
import type { DatabaseFile } from '../connection.ts';

export function size(db: DatabaseFile): HistorySize {
  const count = (sql: string): number => Number(db.get(sql)!.n ?? 0);
  const oldest = db.get('SELECT MIN(at_ms) AS at_ms FROM history_runs WHERE pruned = 0')!.at_ms;
  return {
    tests: count('SELECT COUNT(*) AS n FROM history_tests'),
    runs: count('SELECT COUNT(*) AS n FROM history_runs'),
    // Of runs whose results are kept; counting the results themselves would read them all.
    results: count('SELECT SUM(results) AS n FROM history_runs WHERE pruned = 0'),
    bytes: count('SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()'),
    oldestResultMs: oldest === null || oldest === undefined ? null : Number(oldest),
  };
}

export function prune(db: DatabaseFile, beforeMs: number, dryRun: boolean): number {
  const old = `(SELECT id FROM history_runs WHERE at_ms < ? AND pruned = 0)`;
  if (dryRun) return Number(db.get(`SELECT COUNT(*) AS n FROM history_results WHERE run_id IN ${old}`, beforeMs)!.n);
  return db.transaction(() => {
    const gone = db.run(`DELETE FROM history_results WHERE run_id IN ${old}`, beforeMs);
    db.run('UPDATE history_runs SET pruned = 1 WHERE at_ms < ?', beforeMs);
    return gone;
  });
}
