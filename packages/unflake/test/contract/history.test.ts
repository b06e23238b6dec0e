import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { historyContract } from './history.ts';

historyContract({
  name: 'SQLite',
  place: () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'));
    return { open: () => openSqliteStore(join(folder, 'store.db')), remove: () => rmSync(folder, { recursive: true }) };
  },
});
