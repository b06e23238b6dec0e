/** The store in one SQLite file, with the history of CI. */
import type { HistoryStore } from '../history-port.ts';
import type { Store } from '../port.ts';
import { sqlStore } from '../sql/sql-store.ts';
import { connectionOf, openFile } from './connection.ts';
import { openHistory } from './history/open-history.ts';

export function openSqliteStore(path: string): Store & { readonly history: HistoryStore } {
  const file = openFile(path);
  return { ...sqlStore(connectionOf(file)), history: openHistory(file) };
}
