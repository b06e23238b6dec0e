/** Assesses every test that has failed and has new results. */
import { isFailure } from '../../../contract/outcome.ts';
import { assessTest, type TestAssessment } from '../../../experiment/history/assess-test.ts';
import type { PastResult } from '../../../experiment/history/past-result.ts';
import type { HistoryStore, TimelineResult } from '../../../store/history-port.ts';

/** Older results no longer decide, and a test that fails often must not make each `ingest` slower. */
export const MAX_ASSESSED = 2_000;
const TESTS_AT_ONCE = 200;

/** How many were assessed. */
export async function assessTests(store: HistoryStore, signal: AbortSignal): Promise<number> {
  const tests = await store.unassessed();
  for (let at = 0; at < tests.length; at += TESTS_AT_ONCE) {
    signal.throwIfAborted();
    const assessed = [];
    for (const { key } of tests.slice(at, at + TESTS_AT_ONCE)) {
      const assessment = assessTest(pastResults(await store.timeline(key, MAX_ASSESSED)));
      assessed.push({ test: key, status: assessment.status, hurt: assessment.hurt, assessment });
    }
    await store.assess(assessed);
  }
  return tests.length;
}

/** Those that say something about the test itself. */
export function pastResults(timeline: readonly TimelineResult[]): readonly PastResult[] {
  return timeline
    .filter(({ run, outcome }) => run.incident === null && outcome !== 'skipped' && outcome !== 'missing')
    .map(({ run, outcome, ms, unreachable }) => ({
      commit: run.commit,
      branch: run.branch,
      atMs: run.atMs,
      runId: run.id,
      failed: isFailure(outcome),
      ms,
      unreachable,
    }));
}

export const assessmentOf = (assessed: { readonly assessment: unknown } | null): TestAssessment | null =>
  assessed === null ? null : (assessed.assessment as TestAssessment);
