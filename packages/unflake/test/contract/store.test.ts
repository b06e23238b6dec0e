import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { storeContract } from './store.ts';

storeContract({
  name: 'SQLite',
  place: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'));
    const path = join(folder, 'made', 'on', 'the', 'way', 'store.db');
    return { open: async () => openSqliteStore(path), remove: () => rm(folder, { recursive: true }) };
  },
});
