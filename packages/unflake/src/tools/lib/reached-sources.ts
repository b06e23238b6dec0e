/** The sources of flakiness that the code of each test reaches, from one scan over all tests. Within a short time, else none. */
import type { ReachedSource } from '../../contract/static-source.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { CallGraph } from '../../scan/reach/call-graph.ts';
import { reachedFrom } from '../../scan/reach/reached-from.ts';
import { findTest } from '../../scan/report/find-test.ts';
import { scanProject } from '../../scan/scan-project.ts';

const MAX_MS = 5_000;
const MAX_FILES = 200;

/** A test that the index does not know, or knows twice, reaches none. */
export async function reachedSources(
  tests: readonly TestId[],
  graph: CallGraph,
  { root, signal }: { readonly root: string; readonly signal: AbortSignal },
): Promise<ReadonlyMap<TestId, readonly ReachedSource[]>> {
  const { program } = graph;
  const reached = new Map<TestId, ReadonlySet<number>>();
  for (const test of tests) {
    const [found, another] = findTest(graph, test);
    if (found === undefined || another !== undefined) continue;
    reached.set(test, reachedFrom(graph, [program.nodeAt(program.at(found.file)!, found.line)]));
  }
  const all = new Set([...reached.values()].flatMap((nodes) => [...nodes].map((node) => program.fileOf(node).path)));
  if (all.size === 0) return new Map();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  try {
    const files = [...all].slice(0, MAX_FILES);
    const { findings } = await scanProject({ root, files, severities: {}, signal: limited });
    return new Map(
      [...reached].map(([test, nodes]) => [
        test,
        findings
          .filter(({ file, line }) => program.at(file) && nodes.has(program.nodeAt(program.at(file)!, line)))
          .flatMap(({ rule, file, line, cause }) => (cause === null ? [] : [{ rule, file, line, cause }])),
      ]),
    );
  } catch (error) {
    // The time is over, or the disk failed; what asks needs neither.
    if (limited.aborted || (error as NodeJS.ErrnoException).code !== undefined) return new Map();
    throw error;
  }
}
