/** Opens a case for one test of each cluster, the largest first, until the time is spent; then says which tests of the cluster its cause explains. */
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { FlakyTest, HuntCluster, HuntResult } from '../../../contract/hunt.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { diagnoseInTurn, type InTurn } from '../case/diagnose-in-turn.ts';

export async function diagnoseClusters(hunt: HuntResult, options: InTurn): Promise<HuntResult> {
  const representatives = hunt.clusters.map(({ representative }) => representative);
  const cases = await diagnoseInTurn(representatives, options);
  const clusters = hunt.clusters.map((cluster) => {
    const diagnosis = cases.get(cluster.representative);
    if (diagnosis === undefined) return cluster;
    const { caseId, verdict } = diagnosis;
    return { ...cluster, caseId, verdict, explains: explainedTests(diagnosis, hunt.flaky, cluster) };
  });
  const flaky = hunt.flaky.map((one) => ({ ...one, caseId: cases.get(one.test)?.caseId ?? null }));
  const left = clusters.length - cases.size;
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
