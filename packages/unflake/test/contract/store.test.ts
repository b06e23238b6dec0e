import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { storeContract } from './store.ts';

storeContract({
  name: 'SQLite',
  place: () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'));
    const path = join(folder, 'made', 'on', 'the', 'way', 'store.db');
    return { open: () => openSqliteStore(path), remove: () => rmSync(folder, { recursive: true }) };
  },
});
