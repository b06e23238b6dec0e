/** Findings grouped by rule, and inside a rule by the definition that they stand in: one function is one place, however often it sins. */
import type { ScanFinding } from '../../contract/scan.ts';
import type { CodeBlock } from '../../contract/scan-report.ts';
import type { CallGraph } from '../reach/call-graph.ts';
import { nameOf } from '../reach/tests-reaching.ts';

export interface PlaceInClass {
  readonly name: string;
  /** The last part of its name, as a commit message would say it. */
  readonly shortName: string;
  readonly file: string;
  /** The definition, or the findings' own lines at the top level of a file. */
  readonly line: number;
  readonly endLine: number;
  readonly findings: readonly ScanFinding[];
}

export function placesOf(graph: CallGraph, findings: readonly ScanFinding[]): readonly PlaceInClass[] {
  const places = new Map<string, ScanFinding[]>();
  for (const finding of findings) {
    const file = graph.program.at(finding.file);
    const node = file === undefined ? '' : graph.program.nodeAt(file, finding.line);
    const key = `${finding.file} ${node}`;
    places.set(key, [...(places.get(key) ?? []), finding]);
  }
  return [...places.values()].map((found) => placeOf(graph, found as [ScanFinding, ...ScanFinding[]]));
}

function placeOf(graph: CallGraph, findings: readonly [ScanFinding, ...ScanFinding[]]): PlaceInClass {
  const [{ file: path, line }] = findings;
  const file = graph.program.at(path);
  const node = file === undefined ? null : graph.program.nodeAt(file, line);
  const definition = node === null ? null : graph.program.definition(node);
  const own = {
    line: Math.min(...findings.map((finding) => finding.line)),
    endLine: Math.max(...findings.map((finding) => finding.endLine)),
  };
  return {
    name: definition === null ? path : nameOf(graph, node!),
    shortName: definition?.name ?? '',
    file: path,
    ...(definition === null ? own : { line: definition.line, endLine: definition.endLine }),
    findings,
  };
}

/** A function longer than this is shown around what was found in it. */
const MAX_LINES = 40;
const LINES_AROUND = 6;

export function codeOf({ file, line, endLine, findings }: PlaceInClass, lines: readonly string[]): CodeBlock {
  const isLong = endLine - line >= MAX_LINES;
  const first = findings[0]!.line;
  const from = isLong ? Math.max(line, first - LINES_AROUND) : line;
  const to = isLong ? Math.min(endLine, first + LINES_AROUND) : endLine;
  return { file, line: from, text: lines.slice(from - 1, to).join('\n') };
}
