/** Failures by their fingerprint: a message is kept once. */
import type { DatabaseFile } from '../connection.ts';

/** The first lines say what was wrong; the whole text is in the report. */
const MAX_MESSAGE = 1_000;
const MAX_KNOWN = 20_000;

export type FailureIds = (fingerprint: string, message: string | null) => number;

export function failureIds(db: DatabaseFile): FailureIds {
  const known = new Map<string, number>();
  return (fingerprint, message) => {
    let id = known.get(fingerprint);
    if (id === undefined) {
      db.run(
        'INSERT INTO history_failures (fingerprint, message) VALUES (?, ?) ON CONFLICT (fingerprint) DO NOTHING',
        fingerprint,
        message?.slice(0, MAX_MESSAGE) ?? null,
      );
      id = Number(db.get('SELECT id FROM history_failures WHERE fingerprint = ?', fingerprint)!.id);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(fingerprint, id);
    }
    return id;
  };
}
