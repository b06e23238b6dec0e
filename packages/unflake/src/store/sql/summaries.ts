/**
 * Lists of cases, hunts and certifications. What a list shows of a result is kept beside it and counts only for the closing that it names:
 * where another release has closed a case, or recorded it, the result itself is read.
 */
import type { Cause } from '../../contract/cause.ts';
import type { CertifyResult } from '../../contract/certificate.ts';
import type { HuntResult } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import { unpack } from '../packed.ts';
import type { CaseClosing, ListedCase, ListedHunt } from '../port.ts';
import type { Row, Statements } from './connection.ts';

/** What is kept of a result. */
export interface ResultSummary {
  readonly cause: Cause | null;
  /** How many flaky tests a hunt or certification has found. */
  readonly flaky: number | null;
}

const LISTED = `
  SELECT c.id, c.root, c.runner, c.test, c.seed, c.opened_at_ms, c.closed_at_ms, c.verdict,
    (SELECT count(*) FROM trials WHERE case_id = c.id) AS trials,
    s.tests, s.closed_at_ms AS summary_of_ms, s.family, s.kind, s.flaky
  FROM cases c LEFT JOIN case_summaries s ON s.case_id = c.id`;
const NEWEST_FIRST = 'ORDER BY c.opened_at_ms DESC, c.rowid DESC';

export async function listCases(db: Statements): Promise<readonly ListedCase[]> {
  const rows = await db.all(`${LISTED} WHERE substr(c.id, 1, 2) = 'c-' ${NEWEST_FIRST}`);
  const listed: ListedCase[] = [];
  for (const row of rows) {
    const { cause } = await shownResult(db, row);
    const { id, root, runner, verdict } = row;
    listed.push({
      ...{ id: String(id), root: String(root), runner: String(runner), test: String(row.test) as TestId },
      ...placeOf(row),
      verdict: verdict === null ? null : String(verdict),
      cause,
    });
  }
  return listed;
}

/** Hunts and certifications. */
export async function listHunts(db: Statements, max: number): Promise<readonly ListedHunt[]> {
  const isOne = "substr(c.id, 1, 2) = 'h-' OR substr(c.id, 1, 5) = 'cert-'";
  const listed: ListedHunt[] = [];
  for (const row of await db.all(`${LISTED} WHERE ${isOne} ${NEWEST_FIRST} LIMIT ?`, max)) {
    const id = String(row.id);
    const { flaky } = await shownResult(db, row);
    const tests = row.tests === null ? (await storedSuite(db, id)).length : Number(row.tests);
    listed.push({ id, kind: kindOf(id), runner: String(row.runner), ...placeOf(row), tests, flaky });
  }
  return listed;
}

function placeOf({ seed, opened_at_ms, closed_at_ms, trials }: Row) {
  return {
    seed: Number(seed),
    openedAtMs: Number(opened_at_ms),
    closedAtMs: closed_at_ms === null ? null : Number(closed_at_ms),
    trials: Number(trials),
  };
}

async function shownResult(db: Statements, row: Row): Promise<ResultSummary> {
  const { id, closed_at_ms, summary_of_ms, family, kind, flaky } = row;
  if (closed_at_ms === null) return { cause: null, flaky: null };
  if (summary_of_ms === null || Number(summary_of_ms) !== Number(closed_at_ms)) {
    const closing = (await db.get('SELECT closing FROM cases WHERE id = ?', id!))?.closing ?? null;
    return closing === null ? { cause: null, flaky: null } : resultSummary(String(id), unpack(closing));
  }
  const cause = family === null ? null : ({ family, kind } as unknown as Cause);
  return { cause, flaky: flaky === null ? null : Number(flaky) };
}

/** Of the result that was stored under this id. */
export function resultSummary(id: string, result: unknown): ResultSummary {
  if (id.startsWith('c-')) {
    // A blocked diagnosis names no cause, and neither do those of tests.
    const cause = (result as CaseClosing).diagnosis.cause ?? null;
    return { cause: cause === null ? null : { family: cause.family, kind: cause.kind }, flaky: null };
  }
  if (kindOf(id) === 'hunt') return { cause: null, flaky: (result as HuntResult).flaky.length };
  const { certificates } = result as CertifyResult;
  return { cause: null, flaky: certificates.filter(({ status }) => status === 'flaky').length };
}

const kindOf = (id: string): ListedHunt['kind'] => (id.startsWith('cert-') ? 'certification' : 'hunt');

export async function openSummary(db: Statements, id: string, tests: number): Promise<void> {
  await db.run('INSERT INTO case_summaries (case_id, tests) VALUES (?, ?)', id, tests);
}

/** A case of an earlier release has no row, and is read in full. */
export async function closeSummary(
  db: Statements,
  id: string,
  closedAtMs: number,
  { cause, flaky }: ResultSummary,
): Promise<void> {
  const sql = 'UPDATE case_summaries SET closed_at_ms = ?, family = ?, kind = ?, flaky = ? WHERE case_id = ?';
  await db.run(sql, closedAtMs, cause?.family ?? null, cause?.kind ?? null, flaky, id);
}

export async function copySummary(from: Statements, to: Statements, id: string): Promise<void> {
  const row = await from.get('SELECT * FROM case_summaries WHERE case_id = ?', id);
  if (row === undefined) return;
  const columns = ['case_id', 'tests', 'closed_at_ms', 'family', 'kind', 'flaky'];
  const changes = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  await to.run(
    `INSERT INTO case_summaries (${columns.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (case_id) DO UPDATE SET ${changes.join(', ')}`,
    ...columns.map((column) => row[column]!),
  );
}

export async function storedSuite(db: Statements, id: string): Promise<readonly TestId[]> {
  return unpack((await db.get('SELECT suite FROM cases WHERE id = ?', id))?.suite ?? '[]');
}
