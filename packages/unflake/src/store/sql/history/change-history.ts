/** A transaction that changes the history. One at a time, so that two reports of one run neither make a test twice nor wait for each other. */
import type { Connection, Statements } from '../connection.ts';

export function changeHistory<Result>(db: Connection, work: (within: Statements) => Promise<Result>): Promise<Result> {
  return db.transaction(async (within) => {
    const { waitForHistory } = within.dialect;
    if (waitForHistory !== null) await within.get(waitForHistory);
    return await work(within);
  });
}
