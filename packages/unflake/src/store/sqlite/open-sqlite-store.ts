/** The store in one SQLite file. Opening it answers at once. */
import type { Store } from '../port.ts';
import { sqlStore } from '../sql/sql-store.ts';
import { connect } from './connection.ts';

export const openSqliteStore = (path: string): Store => sqlStore(connect(path));
