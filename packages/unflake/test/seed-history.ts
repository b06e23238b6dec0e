/** Results of CI as a team has them: a month of runs, reruns of what failed, and tests that are flaky, broken and fixed. */
import { random as randomOf } from '@unflake/testkit/random';
import { historyNameOfId } from '../src/reports/results/history-name.ts';
import type { HistoryResult, HistoryStore, RunRecord } from '../src/store/history-port.ts';
import { assessTests } from '../src/tools/lib/history/assess-tests.ts';

export interface SeededHistory {
  /** Names of the tests, in the order of the suite. */
  readonly tests: readonly string[];
  /** How often each fails on unchanged code; absent for a healthy test. */
  readonly rates: ReadonlyMap<string, number>;
  /** Fails in the last tenth of the runs. */
  readonly broken: string;
  /** Was flaky in the first half, and is not any more. */
  readonly fixed: string;
  readonly runs: number;
  /** The newest result. */
  readonly endMs: number;
}

/** Within the month that trends show. */
const DAYS = 29;
const DAY_MS = 86_400_000;
const RUNS_AT_ONCE = 10;
/** Every seventh run is of a branch. */
const BRANCH_EVERY = 7;

export async function seedHistory(history: HistoryStore, seeded: SeededHistory): Promise<void> {
  const names = new Map(seeded.tests.map((test) => [test, historyNameOfId(test)]));
  const random = randomOf(11);
  let records: RunRecord[] = [];
  for (let number = 0; number < seeded.runs; number += 1) {
    const atMs = seeded.endMs - DAYS * DAY_MS + ((number + 1) * DAYS * DAY_MS) / seeded.runs;
    const first = seeded.tests.map((test) => {
      const isFailing = random.float() < rateAt(seeded, test, number);
      return resultOf(names.get(test)!, isFailing, random.float());
    });
    records.push(recordOf(number, 1, atMs, first));
    // A failed job is run again, with the tests that failed.
    const again = first
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ test }) => resultOf(test, random.float() < rateAt(seeded, test.id, number), random.float()));
    if (again.length > 0) records.push(recordOf(number, 2, atMs + 600_000, again));
    if (records.length >= RUNS_AT_ONCE) {
      await history.record(records);
      records = [];
    }
  }
  await history.record(records);
  await assessTests(history, new AbortController().signal);
}

function rateAt({ rates, broken, fixed, runs }: SeededHistory, test: string, run: number): number {
  if (test === broken) return run >= 0.9 * runs ? 1 : 0;
  if (test === fixed) return run < 0.5 * runs ? 0.35 : 0;
  return rates.get(test) ?? 0;
}

function recordOf(number: number, attempt: number, atMs: number, results: readonly HistoryResult[]): RunRecord {
  const commit = `${(number * 2_654_435_761).toString(16).padStart(8, '0')}`.repeat(5).slice(0, 40);
  const run = {
    commit,
    branch: number % BRANCH_EVERY === BRANCH_EVERY - 1 ? 'feature/checkout' : 'main',
    run: String(1_000 + number),
    job: 'unit',
    attempt,
    machine: 'linux',
    service: 'github',
    atMs: Math.round(atMs),
  };
  return { run, files: [{ sha: `${number}-${attempt}`, from: 0, results, isEnd: true }], incident: () => null };
}

const MESSAGES = [
  ['f-cart', 'assert 12 == 14\n  total of the cart\n- 14\n+ 12'],
  ['f-late', 'Error: expect(received).toBe(expected)\n\nExpected: "ready"\nReceived: "pending"'],
] as const;

function resultOf(test: HistoryResult['test'], isFailing: boolean, drawn: number): HistoryResult {
  // Failures take longer, as a wait that ends in a time limit does.
  const ms = Math.round(isFailing ? 80 + 300 * drawn : 20 + 60 * drawn);
  if (!isFailing) return { test, outcome: 'passed', ms, fingerprint: null, message: null };
  const [fingerprint, message] = MESSAGES[drawn < 0.7 ? 0 : 1];
  return { test, outcome: 'failed', ms, fingerprint, message };
}
