/** For a place, the tests that reach it, and the shortest way there as proof. */
import type { ReachedBy, ReachedTest, ReachStep } from '../../contract/scan.ts';
import type { CallGraph } from './call-graph.ts';
import type { Edge } from './edge.ts';

export function testsReaching(graph: CallGraph, file: string, line: number): ReachedBy | null {
  const { program } = graph;
  const known = program.at(file);
  if (known === undefined) return null;
  const place = program.nodeAt(known, line);
  const surely = backwards(graph, place, true);
  const perhaps = backwards(graph, place, false);
  const isTest = (node: number) => program.definition(node)?.kind === 'test';
  const sure = [...surely.keys()].filter(isTest);
  const may = [...perhaps.keys()].filter((node) => isTest(node) && !surely.has(node));
  const nearest = sure[0] ?? may[0];
  const names = new Set([...perhaps.keys()].map((node) => program.definition(node)?.name ?? ''));
  return {
    sure: sure.length,
    may: may.length,
    tests: [...reachedTests(graph, sure, true), ...reachedTests(graph, may, false)],
    path: nearest === undefined ? [] : wayFrom(graph, nearest, place, line, sure.length > 0 ? surely : perhaps),
    unresolved: [...names].reduce((sum, name) => sum + (graph.unresolved.get(name) ?? 0), 0),
  };
}

/** Every test that reaches a place, with its own shortest way there; those that surely do first. */
export function waysOfTests(graph: CallGraph, file: string, line: number): readonly TestWay[] {
  const { program } = graph;
  const known = program.at(file);
  if (known === undefined) return [];
  const place = program.nodeAt(known, line);
  const surely = backwards(graph, place, true);
  const perhaps = backwards(graph, place, false);
  const tests = (ways: Ways, but?: Ways) =>
    [...ways.keys()].filter((node) => program.definition(node)?.kind === 'test' && !but?.has(node));
  return [surely, perhaps].flatMap((ways, index) =>
    tests(ways, index === 0 ? undefined : surely)
      .toSorted((a, b) => a - b)
      .map((node) => ({
        test: reachedTests(graph, [node], index === 0)[0]!,
        path: wayFrom(graph, node, place, line, ways),
      })),
  );
}

export interface TestWay {
  readonly test: ReachedTest;
  readonly path: readonly ReachStep[];
}

/** Every node that leads to the place, nearest first, with its edge on a shortest way and where that leads. */
type Ways = ReadonlyMap<number, { readonly edge: Edge; readonly to: number } | null>;

function backwards({ into }: CallGraph, place: number, sureOnly: boolean): Ways {
  const ways = new Map<number, { readonly edge: Edge; readonly to: number } | null>([[place, null]]);
  for (const to of ways.keys()) {
    for (const edge of into.get(to) ?? []) {
      if ((sureOnly && !edge.sure) || ways.has(edge.from)) continue;
      ways.set(edge.from, { edge, to });
    }
  }
  return ways;
}

function reachedTests(graph: CallGraph, nodes: readonly number[], sure: boolean): readonly ReachedTest[] {
  const { program } = graph;
  // Numbers follow files and lines.
  return nodes
    .toSorted((a, b) => a - b)
    .map((node) => ({
      file: program.fileOf(node).path,
      line: program.definition(node)!.line,
      name: nameOf(graph, node),
      sure,
    }));
}

function wayFrom(graph: CallGraph, from: number, place: number, line: number, ways: Ways): readonly ReachStep[] {
  const steps: ReachStep[] = [];
  for (let node = from; ; ) {
    const way = ways.get(node) ?? null;
    const at = { file: graph.program.fileOf(node).path, name: nameOf(graph, node) };
    if (way === null || node === place) return [...steps, { ...at, line, sure: true }];
    steps.push({ ...at, line: way.edge.line, sure: way.edge.sure });
    node = way.to;
  }
}

/** `tests::test_list`, `TestCart::test_total`, `cart > total`; a file by its path. */
export function nameOf({ program, separator }: CallGraph, node: number): string {
  const names = [...program.outwards(node)]
    .map((one) => program.definition(one))
    .flatMap((definition) => (definition === null ? [] : [definition.name || (definition.of ?? '')]))
    .filter((name) => name !== '')
    .reverse();
  const { of } = program.definition(node) ?? {};
  if (of !== undefined && names.length === 1 && program.definition(node)!.name !== '') names.unshift(of);
  return names.length === 0 ? program.fileOf(node).path : names.join(separator(program.languageOf(node)));
}
