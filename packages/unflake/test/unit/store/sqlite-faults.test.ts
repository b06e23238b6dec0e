import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { random } from '@unflake/testkit/random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STORE_FORMAT } from '../../../src/contract/versions.ts';
import { connect } from '../../../src/store/sqlite/connection.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations/index.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { newCase, newTrial } from '../../contract/store.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-faults-'));
  path = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const fault = (code: string) => expect.objectContaining({ code });

/** Changes the file without the store. */
function edit(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe('a store that cannot be used', () => {
  test('is named when the file is not a database', () => {
    writeFileSync(path, 'these are my notes, not a database\n'.repeat(100));
    expect(() => openSqliteStore(path)).toThrow(fault('STORE_UNREADABLE'));
    expect(() => openSqliteStore(path)).toThrow(`the store ${path} cannot be used: it is not a database`);
  });

  test('is named when it is not a store of unflake, which stays as it was', () => {
    edit('CREATE TABLE recipes (name TEXT)');
    expect(() => openSqliteStore(path)).toThrow('it is not a store of unflake');
    const database = new DatabaseSync(path);
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'recipes' }]);
    database.close();
  });

  test('is named when it is a folder, or is below a file', () => {
    mkdirSync(path);
    expect(() => openSqliteStore(path)).toThrow(fault('STORE_UNREADABLE'));
    writeFileSync(join(folder, 'file'), '');
    expect(() => openSqliteStore(join(folder, 'file', 'store.db'))).toThrow(fault('STORE_UNREADABLE'));
  });

  test('is named when its pages are damaged', () => {
    const bytes = Buffer.alloc(64 * 1024, 'x');
    bytes.write('SQLite format 3\0', 0, 'latin1');
    writeFileSync(path, bytes);
    expect(() => openSqliteStore(path)).toThrow(fault('STORE_UNREADABLE'));
  });

  test('is named when its folder cannot be created', () => {
    expect(() => openSqliteStore('/proc/no-such-process/store.db')).toThrow(fault('STORE_UNREADABLE'));
  });
});

describe('a store of a newer unflake', () => {
  test('is refused when the major number is newer, and stays as it was', async () => {
    await openSqliteStore(path).close();
    edit(`UPDATE unflake_format SET major = ${STORE_FORMAT.major + 1}`);
    expect(() => openSqliteStore(path)).toThrow(fault('STORE_TOO_NEW'));
  });

  test('is read but not written when only the minor number is newer', async () => {
    const first = openSqliteStore(path);
    const { id } = await first.openCase(newCase(), random(1));
    await first.appendTrial(id, newTrial(1));
    await first.close();
    edit(`UPDATE unflake_format SET minor = ${STORE_FORMAT.minor + 1}`);
    const store = openSqliteStore(path);
    expect((await store.findCase(id)).trials).toBe(1);
    await expect(store.openCase(newCase(), random(2))).rejects.toThrow(fault('STORE_TOO_NEW'));
    await expect(store.resumeCase(id)).rejects.toThrow(fault('STORE_TOO_NEW'));
    await expect(store.appendTrial(id, newTrial(2))).rejects.toThrow(fault('STORE_TOO_NEW'));
    await store.close();
  });
});

test('a full disk is a fault, and everything recorded before it is kept', async () => {
  const store = openSqliteStore(path);
  const { id } = await store.openCase(newCase(), random(1));
  await store.appendTrial(id, newTrial(1));
  await store.close();
  const limited = connect(path);
  // SQLite's own bound on the file gives the same error as a full disk.
  await limited.get('PRAGMA max_page_count = 1');
  const fill = async () => {
    for (let at = 0; at < 100; at += 1) {
      await limited.run('UPDATE cases SET options = options || ?', 'x'.repeat(100_000));
    }
  };
  await expect(fill()).rejects.toThrow(fault('DISK_FULL'));
  await limited.close();
  const again = openSqliteStore(path);
  expect((await again.findCase(id)).trials).toBe(1);
  expect((await again.recordedTrial(id, 1))?.key).toBe('key-1');
  await again.close();
});

test('a transaction that fails leaves nothing behind', async () => {
  const db = connect(path);
  const broken = () =>
    db.transaction(async (within) => {
      await within.run('INSERT INTO unflake_migrations VALUES (99)');
      throw new Error('half-way');
    });
  await expect(broken()).rejects.toThrow('half-way');
  expect(await db.get('SELECT 1 FROM unflake_migrations WHERE number = 99')).toBeUndefined();
  await db.close();
});

test('a second opening runs no migration again, and their numbers are in order', async () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, at) => at + 1));
  const one = connect(path);
  const two = connect(path);
  expect(await two.all('SELECT number FROM unflake_migrations')).toEqual(MIGRATIONS.map(({ number }) => ({ number })));
  await one.close();
  await two.close();
});

test('a dead holder of a case does not keep others out', async () => {
  const store = openSqliteStore(path);
  const { id } = await store.openCase(newCase(), random(1));
  edit(`UPDATE cases SET holder = (SELECT substr(holder, 1, instr(holder, '-')) || '4194305-1' FROM cases)`);
  expect((await store.resumeCase(id)).id).toBe(id);
  await store.close();
});
