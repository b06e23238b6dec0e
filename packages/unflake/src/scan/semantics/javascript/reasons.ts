/** Whether a comment stands by a place: on its line, or ending on the line above. */
import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';

export function hasComment(node: Node, { root, dialect }: SourceFile): boolean {
  const line = node.range().start.line;
  return dialect.comments.some((kind) =>
    root.findAll({ rule: { kind } }).some((comment) => {
      const { start, end } = comment.range();
      return (
        (end.line === line - 1 || start.line === line) &&
        /\p{L}{2}/u.test(comment.text()) &&
        !/^\/\/\s*expect:/.test(comment.text())
      );
    }),
  );
}
