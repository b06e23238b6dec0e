/** What PostgreSQL says in its own way. */
import type { Dialect } from '../sql/connection.ts';

/** Of an advisory lock. Any number does, if all use the same. */
const HISTORY_LOCK = 7_021_987;

export const POSTGRES_DIALECT: Dialect = {
  // One value of JSON. `unnest` with an array a column costs the server less and us more, in sum the same.
  batches(columns, rows) {
    if (rows.length === 0) return [];
    const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    return [{ given: `json_to_recordset(?::json) AS given (${types.join(', ')})`, values: [JSON.stringify(rows)] }];
  },
  // The jobs of a run report at the same time, and their transactions change the same tests. In different orders they would wait for each other.
  waitForHistory: `SELECT pg_advisory_xact_lock(${HISTORY_LOCK})`,
};
