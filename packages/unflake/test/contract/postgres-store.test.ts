/** The store in PostgreSQL, by the contract of stores, and what only a server can do to it. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import { STORE_FORMAT } from '../../src/contract/versions.ts';
import { shownAddress } from '../../src/store/postgres/address.ts';
import { connectPostgres } from '../../src/store/postgres/connection.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { copyStore } from '../../src/store/sql/copy-store.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { connect } from '../../src/store/sqlite/connection.ts';
import { openStoreAt } from '../../src/tools/lib/open-store.ts';
import { newCase, newTrial, SUITE, storeContract } from './store.ts';
import { summaryContract } from './summaries.ts';

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

storeContract({
  name: 'PostgreSQL',
  place: async () => ({ open: () => openStoreAt(server.address), remove: forget }),
});

summaryContract({
  name: 'PostgreSQL',
  place: () => ({ open: () => connectPostgres(server.address), remove: forget }),
});

const fault = (code: string) => expect.objectContaining({ code });

describe('a store in PostgreSQL', () => {
  test('is made once by processes that open it at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStoreAt(server.address)));
    const opened = await Promise.all(stores.map((store, seed) => store.openCase(newCase(), random(seed))));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(8);
    expect(await stores[0]!.cases()).toHaveLength(8);
    await Promise.all(stores.map((store) => store.close()));
    await forget();
  });

  test('is had by one of several that ask for a case at the same moment', async () => {
    const first = await openStoreAt(server.address);
    const { id } = await first.openCase(newCase(), random(1));
    await first.close();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStoreAt(server.address)));
    const answers = await Promise.allSettled(stores.map((store) => store.resumeCase(id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
    await forget();
  });

  test('comes back after the server was restarted, with everything and still held', async () => {
    const store = await openStoreAt(server.address);
    const { id } = await store.openCase(newCase(), random(1));
    await store.appendTrial(id, newTrial(1));
    await server.restart();
    await store.appendTrial(id, newTrial(2));
    expect((await store.trials(id)).map(({ seq }) => seq)).toEqual([1, 2]);
    const other = await openStoreAt(server.address);
    await expect(other.resumeCase(id)).rejects.toThrow(fault('CASE_BUSY'));
    await store.close();
    expect((await other.resumeCase(id)).suite).toEqual(SUITE);
    await other.close();
    await forget();
  });

  test('a transaction that loses the server is begun again, and stored once', async () => {
    const store = await openStoreAt(server.address);
    await server.restart();
    const { id } = await store.openCase(newCase(), random(1));
    expect((await store.cases()).map((one) => one.id)).toEqual([id]);
    await store.close();
    await forget();
  });

  test('of a newer unflake is read and not written, or refused', async () => {
    const store = await openStoreAt(server.address);
    const { id } = await store.openCase(newCase(), random(1));
    await store.close();
    const db = await connectPostgres(server.address);
    await db.run('UPDATE unflake_format SET minor = ?', STORE_FORMAT.minor + 1);
    const newer = await openStoreAt(server.address);
    expect((await newer.findCase(id)).suite).toEqual(SUITE);
    await expect(newer.appendTrial(id, newTrial(1))).rejects.toThrow(fault('STORE_TOO_NEW'));
    await newer.close();
    await db.run('UPDATE unflake_format SET major = ?', STORE_FORMAT.major + 1);
    await expect(openStoreAt(server.address)).rejects.toThrow(fault('STORE_TOO_NEW'));
    await db.run('UPDATE unflake_format SET major = ?, minor = ?', STORE_FORMAT.major, STORE_FORMAT.minor);
    await db.close();
    await forget();
  });

  test('a failing transaction leaves nothing behind, and what others ask meanwhile is not part of it', async () => {
    const db = await connectPostgres(server.address);
    const half = db.transaction(async (within) => {
      await within.run('INSERT INTO unflake_migrations VALUES (98)');
      throw new Error('half-way');
    });
    const other = db.run('INSERT INTO unflake_migrations VALUES (99)');
    await expect(half).rejects.toThrow('half-way');
    expect(await other).toBe(1);
    const numbers = (await db.all('SELECT number FROM unflake_migrations ORDER BY number')).map(({ number }) => number);
    expect(numbers.filter((number) => Number(number) > 90)).toEqual([99]);
    await db.close();
    await forget();
  });

  test('that cannot be reached is a fault that names it without its password', async () => {
    const nowhere = `postgres://unflake:secret@/postgres?host=${encodeURIComponent(join(folder, 'nowhere'))}`;
    const refusal = await openStoreAt(nowhere).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'STORE_UNREADABLE' });
    expect((refusal as Error).message).toContain('nothing answers there');
    expect((refusal as Error).message).not.toContain('secret');
    const noDatabase = server.address.replace('/postgres?', '/nothing?');
    await expect(openStoreAt(noDatabase)).rejects.toThrow('there is no such database');
  });
});

test('cases go from a file to the database and back with everything, and again add only what is new', async () => {
  const paths = ['one.db', 'two.db'].map((name) => join(folder, name));
  const [first, second] = paths.map((path) => connect(path)) as [Connection, Connection];
  const database = await connectPostgres(server.address);
  const store = sqlStore(first);
  const { id } = await store.openCase(newCase(), random(1));
  for (const seq of [1, 2, 5]) await store.appendTrial(id, newTrial(seq));
  const { test: _test, ...newHunt } = newCase();
  const hunt = await store.openHunt(newHunt, random(2));
  const opening = { caseId: id, seed: 5, suite: SUITE, options: { after: 'HEAD' }, openedAtMs: 2_000 };
  const verification = await store.verifications.open(opening);
  await (await store.verifications.trialLog(verification.id)).append(newTrial(1));
  const never = new AbortController().signal;
  expect(await copyStore(first, database, undefined, never)).toEqual({
    copied: [id, hunt.id],
    unchanged: [],
    trials: 4,
  });
  expect(await copyStore(first, database, undefined, never)).toEqual({
    copied: [],
    unchanged: [id, hunt.id],
    trials: 0,
  });
  await store.appendTrial(id, newTrial(7));
  expect(await copyStore(first, database, [id], never)).toEqual({ copied: [id], unchanged: [], trials: 1 });
  expect((await copyStore(database, second, undefined, never)).trials).toBe(5);
  const back = sqlStore(second);
  expect(await back.findCase(id)).toEqual(await store.findCase(id));
  for (const seq of [1, 2, 5, 7]) expect(await back.trial(id, seq)).toEqual(await store.trial(id, seq));
  expect(await back.verifications.of(id)).toEqual(await store.verifications.of(id));
  await expect(copyStore(first, database, ['c-zzzzzz'], never)).rejects.toThrow(fault('UNKNOWN_CASE'));
  for (const one of [first, second, database]) await one.close();
  await forget();
});

test('another case with the same id is not overwritten', async () => {
  const database = await connectPostgres(server.address);
  const file = connect(join(folder, 'same.db'));
  const { id } = await sqlStore(file).openCase(newCase(), random(1));
  expect((await sqlStore(database).openCase(newCase({ seed: 43 }), random(1))).id).toBe(id);
  await sqlStore(database).releaseCase(id);
  await expect(copyStore(file, database, undefined, new AbortController().signal)).rejects.toThrow(
    fault('CASE_CHANGED'),
  );
  for (const one of [file, database]) await one.close();
  await forget();
});

test.each([
  ['postgres://me:secret@db.example:5432/unflake', 'postgres://me@db.example:5432/unflake'],
  ['postgresql://me@db.example/unflake?sslmode=require', 'postgresql://me@db.example/unflake?sslmode=require'],
  ['postgres://me:a:b%40c@db/unflake?password=x&host=/run', 'postgres://me@db/unflake?host=/run'],
  ['postgres:///unflake', 'postgres:///unflake'],
])('%s is shown without its password', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
