/** What SQLite says in its own way. */
import type { Dialect, GivenRow, Value } from '../sql/connection.ts';

/** Rows a statement. A hundred cost a quarter of what one value of JSON costs; few sizes, because each is a statement that stays prepared. */
const SIZES = [100, 10, 1];

export const SQLITE_DIALECT: Dialect = {
  *batches(columns, rows) {
    const names = Object.keys(columns);
    let at = 0;
    for (const size of SIZES) {
      const given = givenOf(names, size);
      for (; at + size <= rows.length; at += size) yield { given, values: valuesOf(names, rows, at, size) };
    }
  },
  // A transaction that writes has the whole file.
  waitForHistory: null,
};

function givenOf(names: readonly string[], size: number): string {
  const columns = names.map((name, at) => `column${at + 1} AS ${name}`);
  const row = `(${names.map(() => '?').join(', ')})`;
  return `(SELECT ${columns.join(', ')} FROM (VALUES ${Array.from({ length: size }, () => row).join(', ')})) AS given`;
}

function valuesOf(names: readonly string[], rows: readonly GivenRow[], from: number, size: number): readonly Value[] {
  const values: Value[] = [];
  for (let at = from; at < from + size; at += 1) {
    // As in JSON, where a value that is not there is null.
    for (const name of names) values.push(rows[at]![name] ?? null);
  }
  return values;
}
