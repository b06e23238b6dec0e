/** The counts that are kept beside results: of a test, and of its days. They are summed up first and written together. */
import type { Statements } from '../connection.ts';
import { runFor } from '../for-rows.ts';
import { dayOf } from './rows.ts';

export interface Counts {
  readonly runs: number;
  readonly failures: number;
  readonly ms: number;
}

export const NO_COUNTS: Counts = { runs: 0, failures: 0, ms: 0 };

export interface CountSums {
  readonly add: (test: number, atMs: number, counts: Counts) => void;
  readonly write: (db: Statements) => Promise<void>;
}

type Sum = { -readonly [Name in keyof Counts]: number };
type TestSum = Sum & { readonly test: number; first: number; last: number };
type DaySum = Sum & { readonly test: number; readonly day: number };

const TEST_SUMS = { test: 'BIGINT', first: 'BIGINT', last: 'BIGINT', runs: 'BIGINT', failures: 'BIGINT' } as const;
const DAY_SUMS = { test: 'BIGINT', day: 'BIGINT', runs: 'BIGINT', failures: 'BIGINT', ms: 'BIGINT' } as const;

export function countSums(): CountSums {
  const tests = new Map<number, TestSum>();
  const days = new Map<string, DaySum>();
  return {
    add(test, atMs, counts) {
      const sum = tests.get(test) ?? { test, first: atMs, last: atMs, runs: 0, failures: 0, ms: 0 };
      tests.set(test, sum);
      sum.first = Math.min(sum.first, atMs);
      sum.last = Math.max(sum.last, atMs);
      addTo(sum, counts);
      if (counts.runs === 0) return;
      const day = dayOf(atMs);
      const ofDay = days.get(`${test} ${day}`) ?? { test, day, runs: 0, failures: 0, ms: 0 };
      days.set(`${test} ${day}`, ofDay);
      addTo(ofDay, counts);
    },
    async write(db) {
      await runFor(db, TEST_SUMS, [...tests.values()], updateTests);
      await runFor(db, DAY_SUMS, [...days.values()], addDays);
      tests.clear();
      days.clear();
    },
  };
}

function addTo(sum: Sum, { runs, failures, ms }: Counts): void {
  sum.runs += runs;
  sum.failures += failures;
  sum.ms += ms;
}

/** A test that has failed before has to be assessed again, whatever its new result is. */
const updateTests = (given: string): string => `
  UPDATE history_tests SET
    runs = history_tests.runs + given.runs,
    failures = history_tests.failures + given.failures,
    first_seen_ms = CASE WHEN given.first < first_seen_ms THEN given.first ELSE first_seen_ms END,
    last_seen_ms = CASE WHEN given.last > last_seen_ms THEN given.last ELSE last_seen_ms END,
    stale = CASE WHEN history_tests.failures > 0 OR history_tests.failures + given.failures > 0 THEN 1 ELSE stale END
  FROM ${given} WHERE history_tests.id = given.test`;

const addDays = (given: string): string => `
  INSERT INTO history_days (test_id, day, runs, failures, ms)
  SELECT given.test, given.day, given.runs, given.failures, given.ms FROM ${given} WHERE true
  ON CONFLICT (test_id, day) DO UPDATE SET runs = history_days.runs + excluded.runs,
    failures = history_days.failures + excluded.failures, ms = history_days.ms + excluded.ms`;
