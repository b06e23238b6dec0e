import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { loadSqlite, openDatabase, type SqliteSources } from '../../../src/sqlite/driver.ts';

const missing = () => {
  throw new Error('No native build was found for platform=linux arch=x64 libc=musl');
};
/** Node's own before 22.16. */
class Incomplete {
  close() {}
}
const sources = (changes: Partial<SqliteSources>): SqliteSources => ({
  bundled: missing,
  builtIn: () => undefined,
  machine: 'linux x64, Node 20.11.0',
  ...changes,
});

test('the SQLite that comes with unflake is taken where it runs', () => {
  const bundled = { DatabaseSync };
  expect(loadSqlite(sources({ bundled: () => bundled, builtIn: missing }))).toBe(bundled);
  const database = openDatabase(':memory:');
  expect(database.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
  database.close();
});

test("Node's own is taken where the bundled one is not built for the machine", () => {
  const builtIn = { DatabaseSync };
  expect(loadSqlite(sources({ builtIn: () => builtIn }))).toBe(builtIn);
});

test.each([
  ['Node has none', undefined],
  ["Node's own cannot tell whether a transaction is open", { DatabaseSync: Incomplete as never }],
])('a machine without SQLite is a fault that names it: %s', (_why, own) => {
  const load = () => loadSqlite(sources({ builtIn: () => own }));
  expect(load).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_PLATFORM' }));
  expect(load).toThrow('no SQLite is available here (linux x64, Node 20.11.0): cases and indexes cannot be opened');
});
