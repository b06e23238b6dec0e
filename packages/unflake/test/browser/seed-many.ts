/** Many closed cases and hunts of a large suite, and a case that goes on: what a benchmark of the dashboard looks at. */
import { random as randomOf } from '@unflake/testkit/random';
import { type TestId, testId } from '../../src/contract/test-id.ts';
import type { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { recordDiagnosis } from '../../src/tools/lib/history/record-provoked.ts';
import { sampleCase, sampleDiagnosis } from '../unit/cli/sample-case.ts';
import { sampleHunt } from './sample-hunt.ts';
import { appendRow, CAUSES, HOSTILE } from './seed.ts';

type Store = ReturnType<typeof openSqliteStore>;

interface Many {
  readonly tests: readonly string[];
  readonly root: string;
}

const HUNTS = 20;
const HOUR_MS = 3_600_000;

export async function seedCases(
  store: Store,
  { tests, root, cases, endMs }: Many & { readonly cases: number; readonly endMs: number },
): Promise<void> {
  const random = randomOf(5);
  const suite = tests.map(testId);
  for (let at = 0; at < cases; at += 1) {
    const test = suite[(at * 50 + 7) % suite.length]!;
    const openedAtMs = endMs - (cases - at) * HOUR_MS;
    const { id } = await store.openCase({ ...newHunt(root, suite, openedAtMs), test }, random);
    for (const [seq, row] of sampleCase.trials.entries()) await appendRow(store, id, test, seq + 1, row);
    const cause = CAUSES[at % CAUSES.length]!;
    const diagnosis = { ...sampleDiagnosis, caseId: id, test, cause, verdict: 'isolated' as const };
    await store.closeCase(id, { diagnosis, findings: sampleCase.findings }, openedAtMs + 60_000);
    const seen = sampleCase.trials.map(({ outcome, ms }) => ({ test, run: 0, outcome, ms }));
    await recordDiagnosis(store.history, diagnosis, seen, openedAtMs + 60_000);
  }
  for (let at = 0; at < HUNTS; at += 1) {
    const { id } = await store.openHunt(newHunt(root, suite, endMs + at * 60_000), random);
    await store.closeHunt(id, sampleHunt(id, 'c-222222', HOSTILE), endMs + at * 60_000 + 30_000);
  }
}

export interface EndlessCase {
  readonly id: string;
  /** Records one more trial. */
  readonly append: (seq: number) => Promise<void>;
}

/** Recorded by this process, so that a service reads it from the store. */
export async function openEndlessCase(store: Store, { tests, root }: Many): Promise<EndlessCase> {
  const test = testId(tests[0]!);
  // unflake-allow wall-clock: the page shows how long ago it began
  const opened = { ...newHunt(root, tests.map(testId), Date.now()), test };
  const { id } = await store.openCase(opened, randomOf(9));
  const rows = sampleCase.trials;
  return { id, append: (seq) => appendRow(store, id, test, seq, rows[seq % rows.length]!) };
}

const newHunt = (root: string, suite: readonly TestId[], openedAtMs: number) => ({
  root,
  runner: 'pytest',
  seed: 42,
  suite,
  options: {},
  openedAtMs,
});
