import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Say why: `@Disabled("waits for #12")`, `@Ignore("…")`, or a comment beside it; or take the test out.',
  find: [
    nodesOf(
      'marker_annotation',
      /^@(?:[a-z.]*\.)?(?:Disabled|Ignore)$/,
      (node, file) => isOnTest(node) && !hasComment(node, file),
    ),
    nodesOf(
      'annotation',
      /^@(?:[a-z.]*\.)?(?:Disabled|Ignore)[ ]*\([ ]*(?:"[ ]*")?[ ]*\)$/,
      (node, file) => isOnTest(node) && !hasComment(node, file),
    ),
    nodesOf(
      'element_value_pair',
      /^enabled[ ]*=[ ]*false$/,
      (node, file) => /^@Test\b/.test(node.parent()?.parent()?.text() ?? '') && !hasComment(node, file),
    ),
  ],
};

const isOnTest = (annotation: Node): boolean =>
  /^(?:method|class)_declaration$/.test((annotation.parent()?.parent()?.kind() as string) ?? '');

/** On its line, or ending on the line above; nobody else’s label. */
function hasComment(node: Node, { root, dialect }: SourceFile): boolean {
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
