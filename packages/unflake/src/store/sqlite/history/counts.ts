/** The counts that are kept beside results: of a test, and of its days. */
import type { DatabaseFile } from '../connection.ts';
import { dayOf } from './rows.ts';

export interface Counts {
  runs: number;
  failures: number;
  ms: number;
}

/** A test that has failed before has to be assessed again, whatever its new result is. */
export function addCounts(db: DatabaseFile, test: number, atMs: number, { runs, failures, ms }: Counts): void {
  db.run(
    `UPDATE history_tests SET runs = runs + ?1, failures = failures + ?2, last_seen_ms = MAX(last_seen_ms, ?3),
      first_seen_ms = MIN(first_seen_ms, ?3),
      stale = CASE WHEN failures > 0 OR failures + ?2 > 0 THEN 1 ELSE stale END WHERE id = ?4`,
    runs,
    failures,
    atMs,
    test,
  );
  if (runs === 0) return;
  db.run(
    `INSERT INTO history_days (test_id, day, runs, failures, ms) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (test_id, day) DO UPDATE SET runs = history_days.runs + excluded.runs,
      failures = history_days.failures + excluded.failures, ms = history_days.ms + excluded.ms`,
    test,
    dayOf(atMs),
    runs,
    failures,
    ms,
  );
}
