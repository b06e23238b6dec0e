/** The knobs that the sources in the code of a test make plausible. */
import type { KnobChoice } from '../../../contract/knob.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { CallGraph } from '../../../scan/reach/call-graph.ts';
import { reachedSources } from '../reached-sources.ts';

export type PlausibleKnobs = Readonly<Record<TestId, readonly string[]>>;

export async function plausibleKnobs(
  tests: readonly TestId[],
  graph: CallGraph,
  knobs: readonly KnobChoice[],
  place: { readonly root: string; readonly signal: AbortSignal },
): Promise<PlausibleKnobs> {
  const named: Record<TestId, readonly string[]> = {};
  for (const [test, sources] of await reachedSources(tests, graph, place)) {
    const kinds = new Set(sources.map(({ cause }) => cause.kind));
    const own = knobs.filter(({ cause, onlyForBroken }) => !onlyForBroken && kinds.has(cause.kind));
    if (own.length > 0) named[test] = [...new Set(own.map(({ knob }) => knob))];
  }
  return named;
}
