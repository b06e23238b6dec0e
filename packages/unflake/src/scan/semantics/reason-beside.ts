/** Whether a comment beside a place says why it is so: on its line, or ending on the line above. */
import type { SourceFile } from '../facts/source-file.ts';
import type { Node } from '../syntax/parser.ts';
import { saidOfFile } from './said-of-file.ts';

/** A label of a corpus, a directive for a tool, and what only documents the code, are no reasons. */
const NO_REASON =
  /expect:|@(?:test|group|covers|dataProvider)\b|<summary>|^\/\/[/!]|^#\s*(?:shellcheck\b|bats\b|[a-z-]+:|!)/;

const commentsOf = saidOfFile(({ root, dialect }: SourceFile) =>
  dialect.comments.flatMap((kind) => root.findAll({ rule: { kind } })),
);

export function hasReason(place: Node, file: SourceFile): boolean {
  const line = place.range().start.line;
  return commentsOf(file).some((comment) => {
    const { start, end } = comment.range();
    const text = comment.text();
    const isBeside = end.line === line - 1 || start.line === line;
    return isBeside && /\p{L}{2,}[\s#\d]+\p{L}{2,}/u.test(text) && !NO_REASON.test(text);
  });
}
