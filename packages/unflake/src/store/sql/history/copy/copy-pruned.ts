/**
 * Runs whose results were removed: their files, so that these are not read again, and the counts of their days. Counts of a day are one sum for
 * all its runs, so a day is copied only if the other store has none of them.
 */
import type { Connection, Row, Statements } from '../../connection.ts';
import { runFor } from '../../for-rows.ts';
import { changeHistory } from '../change-history.ts';
import { type Counts, countSums } from '../counts.ts';
import { DAY_MS, dayOf, FAILED, RAN } from '../rows.ts';
import type { CopiedTests } from './copy-tests.ts';

/** How many days could not be copied. */
export async function copyPruned(from: Connection, to: Connection, tests: CopiedTests): Promise<number> {
  const runs = await from.all('SELECT * FROM history_runs WHERE pruned = 1 ORDER BY id');
  if (runs.length === 0) return 0;
  const known = new Set((await to.all('SELECT run_key FROM history_runs')).map(({ run_key }) => String(run_key)));
  const byDay = groupBy(runs, ({ at_ms }) => dayOf(Number(at_ms)));
  const isKnown = ({ run_key }: Row) => known.has(String(run_key));
  const whole = new Set([...byDay].filter(([, ofDay]) => !ofDay.some(isKnown)).map(([day]) => day));
  const skipped = [...byDay.values()].filter((ofDay) => ofDay.some(isKnown) && !ofDay.every(isKnown)).length;
  const counts = await prunedCounts(from, whole);
  const files = await filesOf(from);
  await changeHistory(to, async (within) => {
    const sums = countSums();
    for (const { test, day, ...ofDay } of counts) sums.add(tests.get(test)!.id, day * DAY_MS, ofDay);
    await sums.write(within);
    for (const run of runs) {
      if (whole.has(dayOf(Number(run.at_ms)))) await insertRun(within, run, files.get(Number(run.id)) ?? []);
    }
  });
  return skipped;
}

interface DayCounts extends Counts {
  readonly test: number;
  readonly day: number;
}

/** What the days have beyond the results that are still there. */
async function prunedCounts(from: Statements, days: ReadonlySet<number>): Promise<readonly DayCounts[]> {
  const kept = await from.all(
    `SELECT r.test_id, h.at_ms / ${DAY_MS} AS day, COUNT(*) AS runs, SUM(COALESCE(r.ms, 0)) AS ms,
      SUM(CASE WHEN r.outcome IN ${FAILED} THEN 1 ELSE 0 END) AS failures
      FROM history_results r JOIN history_runs h ON h.id = r.run_id
      WHERE h.incident IS NULL AND r.outcome IN ${RAN} GROUP BY r.test_id, h.at_ms / ${DAY_MS}`,
  );
  const keptOf = new Map(kept.map((row) => [`${row.test_id} ${row.day}`, row]));
  const all = await from.all('SELECT test_id, day, runs, failures, ms FROM history_days ORDER BY test_id, day');
  return all
    .filter(({ day }) => days.has(Number(day)))
    .map((row) => {
      const still = keptOf.get(`${row.test_id} ${row.day}`);
      const gone = (name: 'runs' | 'failures' | 'ms') => Number(row[name]) - Number(still?.[name] ?? 0);
      const counts = { runs: gone('runs'), failures: gone('failures'), ms: gone('ms') };
      return { test: Number(row.test_id), day: Number(row.day), ...counts };
    })
    .filter(({ runs }) => runs > 0);
}

async function filesOf(from: Statements): Promise<ReadonlyMap<number, readonly Row[]>> {
  const rows = await from.all(
    'SELECT f.* FROM history_files f JOIN history_runs h ON h.id = f.run_id WHERE h.pruned = 1',
  );
  return groupBy(rows, ({ run_id }) => Number(run_id));
}

const RUN = [
  'run_key',
  'commit_id',
  'branch',
  'ci_run',
  'job',
  'attempt',
  'machine',
  'service',
  'at_ms',
  'results',
  'executed',
  'failures',
  'pruned',
  'incident',
] as const;

async function insertRun(db: Statements, run: Row, files: readonly Row[]): Promise<void> {
  const sql = `INSERT INTO history_runs (${RUN.join(', ')}) VALUES (${RUN.map(() => '?').join(', ')}) RETURNING id`;
  const id = Number((await db.get(sql, ...RUN.map((name) => run[name]!)))!.id);
  const columns = { run: 'BIGINT', sha: 'TEXT', number: 'BIGINT', results: 'BIGINT', whole: 'BIGINT' } as const;
  const rows = files.map(({ sha, number, results, whole }) => ({
    run: id,
    sha: String(sha),
    number: Number(number),
    results: Number(results),
    whole: Number(whole),
  }));
  const insert = (given: string): string =>
    `INSERT INTO history_files (run_id, sha, number, results, whole)
      SELECT given.run, given.sha, given.number, given.results, given.whole FROM ${given}`;
  await runFor(db, columns, rows, insert);
}

function groupBy<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(row);
  }
  return groups;
}
