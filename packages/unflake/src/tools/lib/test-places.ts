/** Where tests are in the code, by the index of the project. */
import type { TestPlace } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { CallGraph } from '../../scan/reach/call-graph.ts';
import { findTest } from '../../scan/report/find-test.ts';
import { openProjectReach } from './scan-reach.ts';
import type { ToolContext } from './tool.ts';

/** Null for a test that the index does not know, or knows twice. */
export function placeIn(graph: CallGraph, test: TestId): TestPlace | null {
  const [found, another] = findTest(graph, test);
  return found === undefined || another !== undefined ? null : { file: found.file, line: found.line };
}

/** Updates the index if there is a test to look up. */
export async function placesOf(
  tests: readonly TestId[],
  project: { readonly root: string; readonly index: string },
  context: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<(test: TestId) => TestPlace | null> {
  if (tests.length === 0) return () => null;
  const { graph } = (await openProjectReach(project, context)).reach;
  return (test) => placeIn(graph, test);
}
