/** Whether a comment beside a place says why it is so: on its line, or ending on the line above. */
import type { SourceFile } from '../facts/source-file.ts';
import type { Node } from '../syntax/parser.ts';

export function hasReason(node: Node, { root, dialect }: SourceFile): boolean {
  const line = node.range().start.line;
  return dialect.comments.some((kind) =>
    root.findAll({ rule: { kind } }).some((comment) => {
      const { start, end } = comment.range();
      const text = comment.text();
      const isBeside = end.line === line - 1 || start.line === line;
      // A label of a corpus, and what only documents the code, are no reasons.
      return (
        isBeside &&
        /\p{L}{2,}\s+\p{L}{2,}/u.test(text) &&
        !/expect:|@(?:test|group|covers|dataProvider)\b|<summary>/.test(text)
      );
    }),
  );
}
