/**
 * Mends one text, finding by finding. After every rewrite the text is scanned again: it must still parse, the finding must be gone, and
 * nothing new may be found; otherwise the place is left alone.
 */
import type { ScanFinding } from '../../contract/scan.ts';
import { DIALECTS } from '../facts/dialects.ts';
import { SourceFile } from '../facts/source-file.ts';
import { scanText } from '../scan-text.ts';
import { type Reading, readingOf } from '../syntax/language.ts';
import type { Node, Parse } from '../syntax/parser.ts';
import { prepared } from '../syntax/prepare.ts';
import { applyEdits } from './apply-edits.ts';
import type { FixPlace, Rewrite } from './rewrite.ts';
import { REWRITES } from './rewrites/index.ts';

export interface FixedPlace {
  readonly rule: string;
  /** In the text as it was when its turn came. */
  readonly line: number;
  readonly does: string;
}

export interface LeftPlace {
  readonly rule: string;
  readonly line: number;
  readonly why: string;
}

export interface FixedText {
  readonly text: string;
  readonly fixed: readonly FixedPlace[];
  readonly left: readonly LeftPlace[];
}

export interface FixTextOptions {
  readonly path: string;
  readonly text: string;
  readonly parse: Parse;
  /** Findings of these are mended, as far as there is a rewrite. */
  readonly wanted: (finding: ScanFinding) => boolean;
  readonly elsewhere: FixPlace['elsewhere'];
}

export function fixText({ path, text: given, parse, wanted, elsewhere }: FixTextOptions): FixedText {
  const reading = readingOf(path);
  const fixed: FixedPlace[] = [];
  let left: LeftPlace[] = [];
  let text = given;
  let scan = reading === null ? null : scanText(path, text, parse);
  if (reading === null || scan === null || scan.problems.length > 0) return { text, fixed, left };
  const mendable = (findings: readonly ScanFinding[]) =>
    findings.filter((finding) => REWRITES.has(finding.rule) && wanted(finding));
  for (let at = 0; at < mendable(scan.findings).length; ) {
    const finding = mendable(scan.findings)[at]!;
    const rewrite = REWRITES.get(finding.rule)!;
    const next = rewritten(reading, { path, text, parse, elsewhere }, finding, rewrite);
    const later = next === null ? null : scanText(path, next, parse);
    const why = next === null ? 'no safe rewrite for this place' : objection(scan.findings, later!, finding.rule);
    if (why !== null) {
      left.push({ rule: finding.rule, line: finding.line, why });
      at += 1;
      continue;
    }
    fixed.push({ rule: finding.rule, line: finding.line, does: rewrite.does });
    // Places before it may have moved or gone: look from the beginning again.
    at = 0;
    left = [];
    text = next!;
    scan = later!;
  }
  return { text, fixed, left };
}

function rewritten(
  { language, grammar }: Reading,
  { path, text, parse, elsewhere }: Omit<FixTextOptions, 'wanted'>,
  finding: ScanFinding,
  rewrite: Rewrite,
): string | null {
  const read = prepared(path, text);
  const root = parse(grammar, read);
  const nodes = nodesAt(root, finding);
  if (nodes.length === 0) return null;
  const file = new SourceFile(path, text, root, DIALECTS[language]);
  const edits = rewrite.edits({ nodes: nodes as [Node, ...Node[]], file, elsewhere });
  return edits === null || edits.length === 0 ? null : applyEdits(text, read, edits);
}

/** All nodes that span exactly a finding, the outermost first. */
function nodesAt(root: Node, { line, column, endLine, endColumn }: ScanFinding): readonly Node[] {
  const found: Node[] = [];
  for (let node: Node | undefined = root; node !== undefined; ) {
    const { start, end } = node.range();
    if (
      start.line + 1 === line &&
      start.column + 1 === column &&
      end.line + 1 === endLine &&
      end.column + 1 === endColumn
    )
      found.push(node);
    node = node.children().find((child) => holds(child, line - 1, column - 1, endLine - 1, endColumn - 1));
  }
  return found;
}

function holds(node: Node, line: number, column: number, endLine: number, endColumn: number): boolean {
  const { start, end } = node.range();
  const begins = start.line < line || (start.line === line && start.column <= column);
  const ends = end.line > endLine || (end.line === endLine && end.column >= endColumn);
  return begins && ends;
}

function objection(
  then: readonly ScanFinding[],
  { findings, problems }: { readonly findings: readonly ScanFinding[]; readonly problems: readonly unknown[] },
  rule: string,
): string | null {
  if (problems.length > 0) return 'what came out did not parse';
  const count = (list: readonly ScanFinding[], id: string) => list.filter((one) => one.rule === id).length;
  if (count(findings, rule) >= count(then, rule)) return 'the finding was still there afterwards';
  const worse = [...new Set(findings.map((one) => one.rule))].find((id) => count(findings, id) > count(then, id));
  return worse === undefined ? null : `it would bring in ${worse}`;
}
