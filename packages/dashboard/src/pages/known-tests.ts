/** One row per test, from whatever knows it: cases, a hunt, the list of the suite. */
import type { HuntResult } from '../../../unflake/src/contract/hunt.ts';
import type { CaseSummary, ListResult } from '../../../unflake/src/tools/lib/tool-results.ts';

export interface KnownTest {
  readonly test: string;
  /** The verdict of the newest case; otherwise what the hunt says, or `passed`; `unknown` for a test that was only listed. */
  readonly status: string;
  readonly cause: string | null;
  /** The newest. */
  readonly caseId: string | null;
  readonly cases: number;
}

/** Those with a case first, newest first. */
export function knownTests(
  cases: readonly CaseSummary[],
  hunt: HuntResult | null,
  list: ListResult | null,
): readonly KnownTest[] {
  const rows = new Map<string, KnownTest>();
  for (const { test, verdict, cause, caseId } of cases) {
    const old = rows.get(test);
    if (old === undefined) {
      const says = cause === null ? null : `${cause.family} / ${cause.kind}`;
      rows.set(test, { test, status: verdict ?? 'open', cause: says, caseId, cases: 1 });
    } else rows.set(test, { ...old, cases: old.cases + 1 });
  }
  const add = (test: string, status: string, cause: string | null = null) => {
    if (!rows.has(test)) rows.set(test, { test, status, cause, caseId: null, cases: 0 });
  };
  for (const { test, kind } of hunt?.flaky ?? []) add(test, 'flaky', kind);
  for (const { test } of hunt?.broken ?? []) add(test, 'broken');
  for (const { test } of hunt?.unrepeated ?? []) add(test, 'failed-once');
  for (const suite of list === null ? [] : [list, ...list.others]) for (const test of suite.tests) add(test, 'unknown');
  return [...rows.values()];
}
