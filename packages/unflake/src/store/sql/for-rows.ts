/** Asks one question of many rows at once, because each statement is a way to a server and back. */
import type { Columns, GivenRow, Row, Statements, Value } from './connection.ts';

/** `sql` has the table `given` before every other value. */
export type AboutGiven = (given: string) => string;

export async function allFor(
  db: Statements,
  columns: Columns,
  rows: readonly GivenRow[],
  sql: AboutGiven,
  ...values: readonly Value[]
): Promise<readonly Row[]> {
  const answers: Row[] = [];
  for (const { given, values: own } of db.dialect.batches(columns, rows))
    for (const row of await db.all(sql(given), ...own, ...values)) answers.push(row);
  return answers;
}

export async function runFor(
  db: Statements,
  columns: Columns,
  rows: readonly GivenRow[],
  sql: AboutGiven,
  ...values: readonly Value[]
): Promise<void> {
  for (const { given, values: own } of db.dialect.batches(columns, rows)) await db.run(sql(given), ...own, ...values);
}
