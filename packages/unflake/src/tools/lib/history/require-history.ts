/** The history of a store. A database does not keep one yet. */
import { UnflakeError } from '../../../contract/faults.ts';
import type { HistoryStore } from '../../../store/history-port.ts';
import type { Store } from '../../../store/port.ts';

export function requireHistory({ history, place }: Store): HistoryStore {
  if (history !== null) return history;
  const why = 'PostgreSQL does not keep the history of CI yet; a file does';
  throw new UnflakeError('STORE_UNREADABLE', `the store ${place} cannot be used: ${why}`, { store: place, why });
}
