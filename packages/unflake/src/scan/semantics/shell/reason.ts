/** A comment that says why: on the same line, or alone on the line before. A directive for a tool is none. */
import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';

const DIRECTIVE = /^#\s*(?:shellcheck\b|bats\b|[a-z-]+:|!)/;

export function givesReason(node: Node, file: SourceFile): boolean {
  const { line } = node.range().start;
  return commentsOf(file).some((comment) => {
    const at = comment.range().start;
    if (DIRECTIVE.test(comment.text()) || !/\w+\s+\w+/.test(comment.text())) return false;
    return at.line === line || (at.line === line - 1 && isAlone(comment));
  });
}

const known = new WeakMap<SourceFile, readonly Node[]>();

function commentsOf(file: SourceFile): readonly Node[] {
  const found = known.get(file) ?? file.root.findAll({ rule: { kind: 'comment' } });
  known.set(file, found);
  return found;
}

function isAlone(comment: Node): boolean {
  const before = comment.prev();
  return before === null || before.range().end.line < comment.range().start.line || !before.isNamed();
}
