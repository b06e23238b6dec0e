/** The history in PostgreSQL, by the contract of histories, and what only several writers can do to it. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import { connectPostgres } from '../../src/store/postgres/connection.ts';
import { openStoreAt } from '../../src/tools/lib/open-store.ts';
import { historyContract, recordOf, resultOf, runOf } from './history.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pg-'));
  server = await startPostgres(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function forget(): Promise<void> {
  const db = await connectPostgres(server.address);
  await db.run('DROP SCHEMA unflake CASCADE');
  await db.close();
}

historyContract({ name: 'PostgreSQL', place: () => ({ open: () => openStoreAt(server.address), remove: forget }) });

test('the jobs of a run that report at the same moment make each test once and lose nothing', async () => {
  const stores = await Promise.all(Array.from({ length: 6 }, () => openStoreAt(server.address)));
  const ids = Array.from({ length: 40 }, (_, at) => `a.test.ts > case ${at}`);
  await Promise.all(
    stores.map((store, shard) => {
      // In different orders, in which rows that are locked one by one would make writers wait for each other.
      const results = (shard % 2 === 0 ? ids : ids.toReversed()).map((id) => resultOf(id));
      return store.history.record([recordOf(runOf(1, { machine: `m${shard % 3}` }), results, `shard ${shard}`)]);
    }),
  );
  const page = await stores[0]!.history.page({ status: null, contains: null, limit: 100, offset: 0 });
  expect(page.total).toBe(ids.length);
  expect(page.tests.every(({ runs }) => runs === stores.length)).toBe(true);
  expect(await stores[0]!.history.size()).toMatchObject({ runs: 3, results: ids.length * stores.length });
  await Promise.all(stores.map((store) => store.close()));
  await forget();
});

test('a restart of the server in the middle loses nothing and counts nothing twice', async () => {
  const store = await openStoreAt(server.address);
  await store.history.record([recordOf(runOf(1), [resultOf('a.test.ts > x')])]);
  await server.restart();
  const [again] = await store.history.record([recordOf(runOf(1), [resultOf('a.test.ts > x')])]);
  expect(again).toMatchObject({ added: 0, knownFiles: 1 });
  await store.history.record([recordOf(runOf(2), [resultOf('a.test.ts > x', 'failed')])]);
  const [found] = await store.history.find('a.test.ts > x', 2);
  expect(found).toMatchObject({ runs: 2, failures: 1 });
  await store.close();
  await forget();
});
