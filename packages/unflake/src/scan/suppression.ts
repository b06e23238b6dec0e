/** Comments that allow what a rule would flag: `unflake-allow python/wall-clock: the log shows real time`. A reason must be given. */
import type { ScanFinding } from '../contract/scan.ts';
import type { SourceFile } from './facts/source-file.ts';
import { currentName, type OldName, oldNames } from './rules/renamed.ts';
import type { Node } from './syntax/parser.ts';

const WORD = 'unflake-allow';
/** Without it nothing is allowed in a file. */
export const mayAllow = (text: string): boolean => text.includes('unflake-allow');

const COMMENT = /unflake-allow\s+([\w/*-]+(?:\s*,\s*[\w/*-]+)*)\s*(?::\s*(.*\S))?/;

export interface Allowances {
  /** Whether a comment on the same line, or alone on the line before, allows the rule there. */
  readonly allowed: (rule: string, node: Node) => boolean;
  readonly findings: readonly ScanFinding[];
  readonly oldNames: readonly OldName[];
}

export function allowances(file: SourceFile): Allowances {
  if (!file.text.includes(WORD)) return { allowed: () => false, findings: [], oldNames: [] };
  const byLine = new Map<number, Set<string>>();
  const findings: ScanFinding[] = [];
  const named = new Set<string>();
  for (const kind of file.dialect.comments) {
    for (const comment of file.root.findAll({ rule: { kind } })) {
      const match = COMMENT.exec(comment.text());
      if (match === null) continue;
      const reason = match[2]?.replace(/\s*\*\/$/, '').trim();
      if (!reason) {
        findings.push(withoutReason(file, comment));
        continue;
      }
      const rules = match[1]!.split(/\s*,\s*/);
      for (const rule of rules) named.add(rule);
      for (const line of linesOf(comment, file)) add(byLine, line, rules.map(currentName));
    }
  }
  const allowed = (rule: string, node: Node) => {
    const rules = byLine.get(node.range().start.line);
    return rules !== undefined && [rule, rule.slice(rule.indexOf('/') + 1), '*'].some((name) => rules.has(name));
  };
  return { allowed, findings, oldNames: oldNames(named) };
}

/** The comment's own line; and the next one when nothing stands before it. */
function linesOf(comment: Node, { text }: SourceFile): readonly number[] {
  const { start, end } = comment.range();
  const line = text.split('\n', start.line + 1)[start.line] ?? '';
  return line.slice(0, start.column).trim() === '' ? [start.line, end.line + 1] : [start.line];
}

function add(byLine: Map<number, Set<string>>, line: number, rules: readonly string[]): void {
  byLine.set(line, new Set([...(byLine.get(line) ?? []), ...rules]));
}

function withoutReason({ path }: SourceFile, comment: Node): ScanFinding {
  const { start, end } = comment.range();
  return {
    rule: 'unflake/allowed-without-reason',
    cause: null,
    severity: 'warning',
    message: 'a finding is allowed here and nobody says why: add the reason behind a colon',
    file: path,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
    code: comment.text().slice(0, 160),
    test: null,
  };
}
