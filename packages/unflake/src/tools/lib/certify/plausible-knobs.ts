/** The knobs that the sources in the code of a test make plausible, from one scan over all tests. Within a short time, else nothing. */
import type { KnobChoice } from '../../../contract/knob.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { CallGraph } from '../../../scan/reach/call-graph.ts';
import { reachedFrom } from '../../../scan/reach/reached-from.ts';
import { findTest } from '../../../scan/report/find-test.ts';
import { scanProject } from '../../../scan/scan-project.ts';

const MAX_MS = 5_000;
const MAX_FILES = 200;

export type PlausibleKnobs = Readonly<Record<TestId, readonly string[]>>;

export async function plausibleKnobs(
  tests: readonly TestId[],
  graph: CallGraph,
  knobs: readonly KnobChoice[],
  { root, signal }: { readonly root: string; readonly signal: AbortSignal },
): Promise<PlausibleKnobs> {
  const { program } = graph;
  const reached = new Map<TestId, ReadonlySet<number>>();
  for (const test of tests) {
    const [found, another] = findTest(graph, test);
    if (found === undefined || another !== undefined) continue;
    reached.set(test, reachedFrom(graph, [program.nodeAt(program.at(found.file)!, found.line)]));
  }
  const all = new Set([...reached.values()].flatMap((nodes) => [...nodes].map((node) => program.fileOf(node).path)));
  const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  try {
    const { findings } = await scanProject({
      root,
      files: [...all].slice(0, MAX_FILES),
      severities: {},
      signal: limited,
    });
    const named: Record<TestId, readonly string[]> = {};
    for (const [test, nodes] of reached) {
      const kinds = new Set(
        findings
          .filter(({ file, line }) => program.at(file) && nodes.has(program.nodeAt(program.at(file)!, line)))
          .flatMap(({ cause }) => (cause === null ? [] : [cause.kind])),
      );
      const own = knobs.filter(({ cause, onlyForBroken }) => !onlyForBroken && kinds.has(cause.kind));
      if (own.length > 0) named[test] = [...new Set(own.map(({ knob }) => knob))];
    }
    return named;
  } catch (error) {
    // The time is over, or the disk failed; certifying needs neither.
    if (limited.aborted || (error as NodeJS.ErrnoException).code !== undefined) return {};
    throw error;
  }
}
