/** Failures by their fingerprint: a message is kept once. */
import type { HistoryResult } from '../../history-port.ts';
import type { Row, Statements } from '../connection.ts';
import { allFor } from '../for-rows.ts';
import { storable } from './storable.ts';

/** The first lines say what was wrong; the whole text is in the report. */
const MAX_MESSAGE = 1_000;

/** The ids of all fingerprints of these results. */
export async function failureIds(
  db: Statements,
  results: Iterable<HistoryResult>,
): Promise<ReadonlyMap<string, number>> {
  const messages = new Map<string, string | null>();
  for (const { fingerprint, message } of results) {
    if (fingerprint !== null && !messages.has(fingerprint)) messages.set(fingerprint, message);
  }
  const ids = new Map<string, number>();
  const learn = (rows: readonly Row[]) => {
    for (const { id, fingerprint } of rows) ids.set(String(fingerprint), Number(id));
  };
  const wanted = [...messages.keys()].map((fingerprint) => ({ fingerprint }));
  learn(
    await allFor(
      db,
      { fingerprint: 'TEXT' },
      wanted,
      (given) =>
        `SELECT f.id, f.fingerprint FROM ${given} CROSS JOIN history_failures f WHERE f.fingerprint = given.fingerprint`,
    ),
  );
  const fresh = [...messages]
    .filter(([fingerprint]) => !ids.has(fingerprint))
    .map(([fingerprint, message]) => ({ fingerprint, message: message && storable(message.slice(0, MAX_MESSAGE)) }));
  learn(
    await allFor(
      db,
      { fingerprint: 'TEXT', message: 'TEXT' },
      fresh,
      (given) =>
        `INSERT INTO history_failures (fingerprint, message) SELECT given.fingerprint, given.message FROM ${given} RETURNING id, fingerprint`,
    ),
  );
  return ids;
}
