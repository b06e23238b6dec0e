/** Splits a selection into parts that follow nextest's own order: with one worker it runs them as they are, one part after the other. */
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseCargoId } from '../cargo-test/cargo-id.ts';
import { type ProbeFiles, probeSelection } from '../probe-files.ts';
import { workerCount } from '../worker-count.ts';

export function segmentsOf({ tests, suite }: Pick<RunRequest, 'tests' | 'suite'>): readonly (readonly string[])[] {
  const places = new Map(suite.map((id, index) => [id, index]));
  const segments: string[][] = [];
  let last = Number.POSITIVE_INFINITY;
  // A test runs once per nextest process, however often it is named.
  for (const id of new Set(tests)) {
    // Tests that the suite does not have are left for nextest to report as missing.
    const place = places.get(id) ?? last;
    if (place < last || segments.length === 0) segments.push([id]);
    else segments.at(-1)!.push(id);
    last = place;
  }
  return segments;
}

export function selectionInSegments(request: RunRequest, context: RunnerContext): ProbeFiles {
  const workers = workerCount(request.conditions);
  // Parallel tests have no order.
  const segments = workers > 1 ? [[...new Set(request.tests)]] : segmentsOf(request);
  return {
    ...probeSelection(request, context),
    files: { 'selection.json': JSON.stringify({ segments, sizes: sizes(request.suite), workers: String(workers) }) },
  };
}

/** The number of tests per file in the suite: running all of them needs no names. */
function sizes(suite: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of suite) {
    const { file } = parseCargoId(id);
    counts[file] = (counts[file] ?? 0) + 1;
  }
  return counts;
}
