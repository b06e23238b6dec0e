/** Results that wait to be written together. */
import type { Statements } from '../connection.ts';
import { allFor, runFor } from '../for-rows.ts';

export interface PendingResult {
  readonly test: number;
  readonly run: number;
  readonly outcome: number;
  readonly ms: number | null;
  readonly failure: number | null;
  /** The number of the file in its run. */
  readonly file: number;
}

export interface PendingResults {
  /** `isNew`: the run had no results before this transaction. */
  readonly add: (result: PendingResult, isNew: boolean) => void;
  readonly isFull: () => boolean;
  readonly write: () => Promise<void>;
}

/** More rows at once are hardly faster, and need more memory. */
const ROWS_AT_ONCE = 2_000;

const PLACE = { test: 'BIGINT', run: 'BIGINT' } as const;
const RESULT = {
  ...PLACE,
  seq: 'BIGINT',
  outcome: 'BIGINT',
  ms: 'BIGINT',
  failure: 'BIGINT',
  file: 'BIGINT',
} as const;

export function pendingResults(db: Statements): PendingResults {
  let rows: PendingResult[] = [];
  /** Those whose run may have executions of the same test. */
  let unsure: PendingResult[] = [];
  /** By run and test: the next place among the executions. Reruns, and shards that report a test twice, have several. */
  const next = new Map<number, Map<number, number>>();
  const nextIn = (run: number) => {
    const ofRun = next.get(run) ?? new Map<number, number>();
    next.set(run, ofRun);
    return ofRun;
  };
  return {
    add(result, isNew) {
      rows.push(result);
      if (!isNew && !nextIn(result.run).has(result.test)) unsure.push(result);
    },
    isFull: () => rows.length >= ROWS_AT_ONCE,
    async write() {
      const places = unsure.map(({ test, run }) => ({ test, run }));
      for (const { run_id, test_id, seq } of await allFor(db, PLACE, places, lastPlaces))
        nextIn(Number(run_id)).set(Number(test_id), Number(seq) + 1);
      const placed = rows.map((row) => {
        const ofRun = nextIn(row.run);
        const seq = ofRun.get(row.test) ?? 0;
        ofRun.set(row.test, seq + 1);
        return { ...row, seq };
      });
      rows = [];
      unsure = [];
      // In the order of the key, so that neighbours go to the same page.
      placed.sort((a, b) => a.test - b.test || a.run - b.run);
      await runFor(db, RESULT, placed, insert);
    },
  };
}

const lastPlaces = (given: string): string => `
  SELECT r.run_id, r.test_id, MAX(r.seq) AS seq FROM ${given} CROSS JOIN history_results r
  WHERE r.test_id = given.test AND r.run_id = given.run GROUP BY r.run_id, r.test_id`;

const insert = (given: string): string => `
  INSERT INTO history_results (test_id, run_id, seq, outcome, ms, failure_id, unreachable, file_number)
  SELECT given.test, given.run, given.seq, given.outcome, given.ms, given.failure, 0, given.file FROM ${given}`;
