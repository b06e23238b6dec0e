/** A selection as parts that each stand in nextest's own order: with one worker it runs them as they stand, one part after the other. */
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseCargoId } from '../cargo-test/cargo-id.ts';
import { type ProbeFiles, probeSelection } from '../probe-files.ts';
import { workerCount } from '../worker-count.ts';

export function segmentsOf({ tests, suite }: Pick<RunRequest, 'tests' | 'suite'>): readonly (readonly string[])[] {
  const places = new Map(suite.map((id, index) => [id, index]));
  const segments: string[][] = [];
  let last = Number.POSITIVE_INFINITY;
  // A test runs once in a process of nextest, however often it is named.
  for (const id of new Set(tests)) {
    // What the suite does not have is left to nextest to miss.
    const place = places.get(id) ?? last;
    if (place < last || segments.length === 0) segments.push([id]);
    else segments.at(-1)!.push(id);
    last = place;
  }
  return segments;
}

export function selectionInSegments(request: RunRequest, context: RunnerContext): ProbeFiles {
  const workers = workerCount(request.conditions);
  // Side by side there is no order to set.
  const segments = workers > 1 ? [[...new Set(request.tests)]] : segmentsOf(request);
  return {
    ...probeSelection(request, context),
    files: { 'selection.json': JSON.stringify({ segments, sizes: sizes(request.suite), workers: String(workers) }) },
  };
}

/** How many tests each file has in the suite: to run all of them none needs to be named. */
function sizes(suite: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of suite) {
    const { file } = parseCargoId(id);
    counts[file] = (counts[file] ?? 0) + 1;
  }
  return counts;
}
