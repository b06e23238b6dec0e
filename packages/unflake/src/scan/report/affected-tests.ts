/** The tests that reach a place, each with the first helper on its way. */
import type { AffectedTest } from '../../contract/scan-report.ts';
import type { CallGraph } from '../reach/call-graph.ts';
import { type TestWay, waysOfTests } from '../reach/tests-reaching.ts';

export interface AffectedTests {
  readonly tests: readonly AffectedTest[];
  readonly wayOf: (test: { readonly file: string; readonly line: number }) => TestWay['path'];
}

export function affectedTests(graph: CallGraph, file: string, line: number): AffectedTests {
  const ways = waysOfTests(graph, file, line);
  const byPlace = new Map(ways.map(({ test, path }) => [`${test.file}:${test.line}`, path]));
  return {
    tests: ways.map(({ test, path }) => ({ ...test, through: path.length > 2 ? path[1]!.name : null })),
    wayOf: (test) => byPlace.get(`${test.file}:${test.line}`) ?? [],
  };
}
