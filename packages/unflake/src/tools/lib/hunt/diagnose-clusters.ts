/** Opens a case for one test of each cluster, the largest first, until the time is spent; then says which tests of the cluster its cause explains. */
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { FlakyTest, HuntCluster, HuntResult } from '../../../contract/hunt.ts';
import type { TestId } from '../../../contract/test-id.ts';

/** A case with less time says nothing. */
const MIN_MINUTES = 0.5;

export interface ClusterDiagnosing {
  readonly minutesLeft: () => number;
  readonly signal: AbortSignal;
  readonly diagnose: (test: TestId, minutes: number) => Promise<Diagnosis>;
}

export async function diagnoseClusters(hunt: HuntResult, options: ClusterDiagnosing): Promise<HuntResult> {
  const clusters: HuntCluster[] = [];
  const caseOf = new Map<TestId, string>();
  let left = 0;
  for (const cluster of hunt.clusters) {
    const minutes = options.minutesLeft();
    if (options.signal.aborted || minutes < MIN_MINUTES) {
      clusters.push(cluster);
      left += 1;
      continue;
    }
    const diagnosis = await options.diagnose(cluster.representative, minutes);
    caseOf.set(cluster.representative, diagnosis.caseId);
    const explains = explainedTests(diagnosis, hunt.flaky, cluster);
    clusters.push({ ...cluster, caseId: diagnosis.caseId, verdict: diagnosis.verdict, explains });
  }
  const flaky = hunt.flaky.map((one) => ({ ...one, caseId: caseOf.get(one.test) ?? null }));
  const row = { what: `diagnosing ${left} of ${clusters.length} clusters`, why: 'the budget was spent' };
  return { ...hunt, flaky, clusters, notTried: left === 0 ? hunt.notTried : [...hunt.notTried, row] };
}

/**
 * Tests of the cluster that the hunt saw fail again under the very cause that the case proved: after a set of polluters, or at a failing
 * setting. Null where the case proved no such cause.
 */
export function explainedTests(
  { verdict, test, polluters, factor }: Pick<Diagnosis, 'verdict' | 'test' | 'polluters' | 'factor'>,
  flaky: readonly FlakyTest[],
  cluster: Pick<HuntCluster, 'tests'>,
): readonly TestId[] | null {
  if (verdict !== 'isolated' || (polluters.length === 0 && factor === null)) return null;
  const sets = new Set(polluters.map((set) => [...set].sort().join('\n')));
  const isExplained = ({ kind, after, conditions }: FlakyTest) =>
    (kind === 'victim' && sets.has([...after].sort().join('\n'))) ||
    factor?.failing.includes(conditions[factor.knob] ?? '');
  return flaky
    .filter((one) => cluster.tests.includes(one.test) && (one.test === test || isExplained(one)))
    .map((one) => one.test);
}
