/** Which tests of the index a change touches: their own lines, what their file shares, and, when asked, what they reach. Pure. */
import type { CertifyReason } from '../../../contract/certificate.ts';
import type { ChangedLines } from '../../../scan/history/changed-lines.ts';
import type { CallGraph } from '../../../scan/reach/call-graph.ts';

export interface TouchedTest {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly why: Exclude<CertifyReason, 'named'>;
  /** Calls between it and the change; 0 for the test itself. */
  readonly distance: number;
}

/** `meaningful`: whether a line of a file says anything: no blank line, no comment, no import. */
export function touchedTests(
  graph: CallGraph,
  files: ReadonlyMap<string, readonly ChangedLines[]>,
  meaningful: (file: string, line: number) => boolean,
): readonly TouchedTest[] {
  const found = new Map<number, TouchedTest>();
  const changed = new Set<number>();
  for (const [path, lines] of files) changedNodes(graph, path, lines, meaningful, changed, found);
  const distances = distancesTo(graph, changed);
  for (const [node, distance] of distances) {
    if (found.has(node) || graph.program.definition(node)?.kind !== 'test') continue;
    const shares = [...changed].some((one) => graph.program.fileOf(one) === graph.program.fileOf(node));
    add(graph, node, shares ? 'helper' : 'reaches', distance, found);
  }
  return [...found.values()].toSorted((a, b) => a.distance - b.distance);
}

/** Tests go to `found`, everything else that changed to `changed`. */
function changedNodes(
  graph: CallGraph,
  path: string,
  lines: readonly ChangedLines[],
  meaningful: (file: string, line: number) => boolean,
  changed: Set<number>,
  found: Map<number, TouchedTest>,
): void {
  const { program } = graph;
  const file = program.at(path);
  if (file === undefined) return;
  const added = new Set<number>();
  const touched = new Set<number>();
  for (const one of lines) {
    for (let line = one.line; line <= one.endLine; line += 1) {
      touched.add(line);
      if (one.added) added.add(line);
    }
  }
  for (const [index, { kind, line, endLine }] of file.facts.definitions.entries()) {
    if (kind !== 'test') continue;
    const own = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
    if (!own.some((at) => touched.has(at) && meaningful(path, at))) continue;
    add(graph, file.node + 1 + index, own.every((at) => added.has(at)) ? 'new' : 'changed', 0, found);
  }
  for (const line of touched) {
    if (!meaningful(path, line)) continue;
    const node = program.nodeAt(file, line);
    const isInTest = [...program.outwards(node)].some((one) => program.definition(one)?.kind === 'test');
    if (!isInTest) changed.add(node);
  }
  // What stands in the file itself, or around every test, all its tests share; new code around new tests is theirs alone.
  const isWhollyNew = lines.length === 1 && lines[0]!.added && lines[0]!.line === 1;
  const around = [...changed].filter((node) => program.fileOf(node) === file && isShared(graph, node));
  if (around.length === 0 || isWhollyNew) return;
  for (const [index, { kind }] of file.facts.definitions.entries())
    if (kind === 'test') add(graph, file.node + 1 + index, 'helper', 1, found);
}

/** The file itself, or a fixture that runs around every test. */
function isShared({ program }: CallGraph, node: number): boolean {
  const definition = program.definition(node);
  return definition === null || definition.automatic === true;
}

function add(
  graph: CallGraph,
  node: number,
  why: TouchedTest['why'],
  distance: number,
  found: Map<number, TouchedTest>,
) {
  if (found.has(node)) return;
  const { line, endLine } = graph.program.definition(node)!;
  found.set(node, { file: graph.program.fileOf(node).path, line, endLine, why, distance });
}

/** By the number of calls, over those that are sure. */
function distancesTo({ into }: CallGraph, starts: ReadonlySet<number>): ReadonlyMap<number, number> {
  const distances = new Map([...starts].map((node) => [node, 0]));
  for (const [node, distance] of distances) {
    for (const { from, sure } of into.get(node) ?? [])
      if (sure && !distances.has(from)) distances.set(from, distance + 1);
  }
  return distances;
}
