/** The row of a test by its name: found, taken over from a name without a file, or made. */
import type { HistoryTestName } from '../../history-port.ts';
import type { DatabaseFile } from '../connection.ts';

/** Bounded, because a report of any size is read in bounded memory. */
const MAX_KNOWN = 50_000;

export interface TestIds {
  readonly idOf: (name: HistoryTestName, atMs: number) => number;
}

export function testIds(db: DatabaseFile): TestIds {
  const known = new Map<string, number>();
  return {
    idOf(name, atMs) {
      const key = `${name.words}\n${name.file}`;
      let id = known.get(key);
      if (id === undefined) {
        id = findTest(db, name) ?? makeTest(db, name, atMs);
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(key, id);
      }
      return id;
    },
  };
}

export function findTest(db: DatabaseFile, { id: name, file, words }: HistoryTestName): number | null {
  const own = db.get('SELECT id FROM history_tests WHERE words = ? AND file = ?', words, file);
  if (own !== undefined) return Number(own.id);
  const former = db.get('SELECT test_id FROM history_former_names WHERE words = ? AND file = ?', words, file);
  if (former !== undefined) return Number(former.test_id);
  const others = db.all('SELECT id, file FROM history_tests WHERE words = ? LIMIT 2', words);
  const [only] = others;
  if (only === undefined || others.length > 1) return null;
  if (file === '') return Number(only.id);
  if (only.file !== '') return null;
  // A format that says the file knows more; from now on that is the name.
  db.run('UPDATE history_tests SET file = ?, name = ? WHERE id = ?', file, name, Number(only.id));
  return Number(only.id);
}

function makeTest(db: DatabaseFile, { id, file, words }: HistoryTestName, atMs: number): number {
  const row = db.get(
    `INSERT INTO history_tests
      (name, file, words, first_seen_ms, last_seen_ms, runs, failures, stale, settled, status, hurt)
      VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 'healthy', 0) RETURNING id`,
    id,
    file,
    words,
    atMs,
    atMs,
  );
  return Number(row!.id);
}
