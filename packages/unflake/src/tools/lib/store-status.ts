/** What a store is and holds. */
import { isPostgresAddress } from '../../store/postgres/address.ts';
import type { Connection } from '../../store/sql/connection.ts';
import { sqlHistory } from '../../store/sql/history/sql-history.ts';
import { closing } from './closing.ts';
import { connectStore, shownStore, storeExists } from './open-store.ts';
import type { StoreStatusResult } from './store-results.ts';

/** Opening a store brings its tables up to date. One that is not there is not made. */
export async function storeStatus(address: string): Promise<StoreStatusResult> {
  if (!storeExists(address)) {
    const kind = isPostgresAddress(address) ? 'PostgreSQL' : 'SQLite';
    const none = { cases: 0, hunts: 0, certifications: 0, trials: 0, history: { tests: 0, runs: 0, results: 0 } };
    return { store: shownStore(address), exists: false, kind, version: null, bytes: 0, ...none };
  }
  const db = await connectStore(address);
  await using _db = closing(db);
  return { store: db.place, exists: true, ...(await db.facts()), ...(await counts(db)) };
}

async function counts(db: Connection) {
  const { tests, runs, results } = await sqlHistory(db).size();
  const beginning = async (prefix: string) =>
    Number(
      (await db.get('SELECT count(*) AS rows FROM cases WHERE substr(id, 1, ?) = ?', prefix.length, prefix))?.rows,
    );
  return {
    cases: await beginning('c-'),
    hunts: await beginning('h-'),
    certifications: await beginning('cert-'),
    trials: Number((await db.get('SELECT count(*) AS rows FROM trials'))?.rows),
    history: { tests, runs, results },
  };
}
