/** Queries about the verifications of a case: open, hold, close, list. */
import { UnflakeError } from '../../contract/faults.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Verification } from '../../contract/verification.ts';
import { unpack } from '../packed.ts';
import type { NewVerification, StoredVerification } from '../port.ts';
import { type Connection, pidOf, type Row, type Statements } from './connection.ts';

const COLUMNS = `
  SELECT id, case_id, seed, opened_at_ms, closed_at_ms, options, suite, result,
    (SELECT count(*) FROM verification_trials WHERE verification_id = verifications.id) AS trials
  FROM verifications`;

export async function verifications(db: Statements, caseId: string): Promise<readonly StoredVerification[]> {
  return (await db.all(`${COLUMNS} WHERE case_id = ? ORDER BY number`, caseId)).map(storedOf);
}

export async function verificationById(db: Statements, id: string): Promise<StoredVerification> {
  const row = await db.get(`${COLUMNS} WHERE id = ?`, id);
  if (row === undefined)
    throw new UnflakeError('UNKNOWN_CASE', `there is no verification "${id}"`, { verification: id });
  return storedOf(row);
}

export function openVerification(db: Connection, opened: NewVerification): Promise<StoredVerification> {
  const { caseId, seed, openedAtMs, options, suite } = opened;
  return db.transaction(async (within) => {
    // Of two that are opened at the same moment, the second waits here for the number of the first.
    await within.run('UPDATE cases SET holder = holder WHERE id = ?', caseId);
    const last = await within.get('SELECT max(number) AS number FROM verifications WHERE case_id = ?', caseId);
    const number = Number(last?.number ?? 0) + 1;
    const id = `${caseId}-v${number}`;
    await within.run(
      `INSERT INTO verifications (id, case_id, number, seed, opened_at_ms, holder, options, suite)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      caseId,
      number,
      seed,
      Math.round(openedAtMs),
      db.holder,
      JSON.stringify(options),
      db.pack(suite),
    );
    return verificationById(within, id);
  });
}

export function resumeVerification(db: Connection, id: string): Promise<StoredVerification> {
  return db.transaction(async (within) => {
    await within.run('UPDATE verifications SET holder = holder WHERE id = ?', id);
    const row = await within.get('SELECT holder FROM verifications WHERE id = ?', id);
    const holder = (row?.holder ?? null) as string | null;
    if (holder !== null && (await db.isHeld(holder, within))) {
      const pid = pidOf(holder);
      throw new UnflakeError('CASE_BUSY', `verification ${id} is held by process ${pid}`, { verification: id, pid });
    }
    const sql = 'UPDATE verifications SET holder = ?, closed_at_ms = NULL, result = NULL WHERE id = ?';
    await within.run(sql, db.holder, id);
    return verificationById(within, id);
  });
}

export async function releaseVerification(db: Connection, id: string): Promise<void> {
  await db.run('UPDATE verifications SET holder = NULL WHERE id = ? AND holder = ?', id, db.holder);
}

export async function closeVerification(
  db: Connection,
  id: string,
  result: Verification,
  closedAtMs: number,
): Promise<void> {
  await db.run(
    'UPDATE verifications SET closed_at_ms = ?, result = ?, holder = NULL WHERE id = ?',
    Math.round(closedAtMs),
    db.pack(result),
    id,
  );
}

function storedOf(row: Row): StoredVerification {
  return {
    id: String(row.id),
    caseId: String(row.case_id),
    seed: Number(row.seed),
    suite: unpack<readonly TestId[]>(row.suite),
    options: JSON.parse(String(row.options)),
    openedAtMs: Number(row.opened_at_ms),
    closedAtMs: row.closed_at_ms === null ? null : Number(row.closed_at_ms),
    trials: Number(row.trials),
    result: row.result === null ? null : unpack<Verification>(row.result),
  };
}
