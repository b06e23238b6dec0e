/** Queries about the verifications of a case: open, hold, close, list. */
import { UnflakeError } from '../../contract/faults.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Verification } from '../../contract/verification.ts';
import { isAlive, ownIdentity } from '../../proc/process-identity.ts';
import { pack, unpack } from '../packed.ts';
import type { NewVerification, StoredVerification } from '../port.ts';
import type { Connection, Row } from './connection.ts';

const COLUMNS = `
  SELECT id, case_id, seed, opened_at_ms, closed_at_ms, options, suite, result,
    (SELECT count(*) FROM verification_trials WHERE verification_id = verifications.id) AS trials
  FROM verifications`;

export function verifications(db: Connection, caseId: string): readonly StoredVerification[] {
  return db.all(`${COLUMNS} WHERE case_id = ? ORDER BY number`, caseId).map(storedOf);
}

export function verificationById(db: Connection, id: string): StoredVerification {
  const row = db.get(`${COLUMNS} WHERE id = ?`, id);
  if (row === undefined)
    throw new UnflakeError('UNKNOWN_CASE', `there is no verification "${id}"`, { verification: id });
  return storedOf(row);
}

export function openVerification(db: Connection, opened: NewVerification): StoredVerification {
  const { caseId, seed, openedAtMs, options, suite } = opened;
  return db.transaction(() => {
    const last = db.get('SELECT max(number) AS number FROM verifications WHERE case_id = ?', caseId);
    const number = Number(last?.number ?? 0) + 1;
    const id = `${caseId}-v${number}`;
    db.run(
      `INSERT INTO verifications (id, case_id, number, seed, opened_at_ms, holder, options, suite)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      caseId,
      number,
      seed,
      Math.round(openedAtMs),
      ownIdentity(),
      JSON.stringify(options),
      pack(suite),
    );
    return verificationById(db, id);
  });
}

export function resumeVerification(db: Connection, id: string): StoredVerification {
  return db.transaction(() => {
    const holder = (db.get('SELECT holder FROM verifications WHERE id = ?', id)?.holder ?? null) as string | null;
    if (holder !== null && isAlive(holder)) {
      const pid = Number(holder.split('-')[1]);
      throw new UnflakeError('CASE_BUSY', `verification ${id} is held by process ${pid}`, { verification: id, pid });
    }
    db.run('UPDATE verifications SET holder = ?, closed_at_ms = NULL, result = NULL WHERE id = ?', ownIdentity(), id);
    return verificationById(db, id);
  });
}

export function releaseVerification(db: Connection, id: string): void {
  db.run('UPDATE verifications SET holder = NULL WHERE id = ? AND holder = ?', id, ownIdentity());
}

export function closeVerification(db: Connection, id: string, result: Verification, closedAtMs: number): void {
  db.run(
    'UPDATE verifications SET closed_at_ms = ?, result = ?, holder = NULL WHERE id = ?',
    Math.round(closedAtMs),
    pack(result),
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
