import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { historyContract } from './history.ts';

historyContract({
  name: 'SQLite',
  place: () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'));
    const path = join(folder, 'store.db');
    return { open: async () => openSqliteStore(path), remove: () => rm(folder, { recursive: true }) };
  },
});
