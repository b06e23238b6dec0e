import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { expect, test } from 'vitest';
import { connect } from '../../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { newCase, storeContract } from './store.ts';
import { summaryContract } from './summaries.ts';

storeContract({
  name: 'SQLite',
  place: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'));
    const path = join(folder, 'made', 'on', 'the', 'way', 'store.db');
    return { open: async () => openSqliteStore(path), remove: () => rm(folder, { recursive: true }) };
  },
});

summaryContract({
  name: 'SQLite',
  place: () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'));
    const open = async () => connect(join(folder, 'store.db'));
    return { open, remove: () => rm(folder, { recursive: true }) };
  },
});

test('who only reads does not wait for a transaction that writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const path = join(folder, 'store.db');
  const writer = connect(path);
  const store = openSqliteStore(path);
  await store.openCase(newCase(), random(1));
  await store.close();
  await writer.transaction(async (within) => {
    await within.run('UPDATE cases SET seed = 7');
    const reader = openSqliteStore(path);
    expect(await reader.cases()).toMatchObject([{ seed: newCase().seed }]);
    await reader.close();
  });
  await writer.close();
  await rm(folder, { recursive: true });
});
