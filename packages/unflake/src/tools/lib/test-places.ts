/** Where tests are in the code, by the index of the project. */
import type { TestPlace } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { CallGraph } from '../../scan/reach/call-graph.ts';
import { findTest } from '../../scan/report/find-test.ts';

/** Null for a test that the index does not know, or knows twice. */
export function placeIn(graph: CallGraph, test: TestId): TestPlace | null {
  const [found, another] = findTest(graph, test);
  return found === undefined || another !== undefined ? null : { file: found.file, line: found.line };
}
