import { isTouched } from '../../semantics/java/touched-paths.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Take the folder from JUnit: `@TempDir Path dir` (JUnit 5), `TemporaryFolder` (JUnit 4).',
  find: [
    nodesOf('string_literal', /^"(?:\/tmp\/|\/var\/tmp\/|[A-Za-z]:\\\\[Tt]e?mp\\\\)/, isTouched),
    nodesOf('string_literal', /^"java\.io\.tmpdir"$/, (node, file) => {
      const call = node.parent()?.parent();
      const outer = call?.parent();
      if (call == null || outer == null) return false;
      // With a fixed name behind it; alone it may be a parent for a folder of one’s own.
      if (outer.is('binary_expression'))
        return /\+\s*(?:"[^"]*"|File\.separator\s*\+\s*"[^"]*")\s*$/.test(outer.text()) && isTouched(outer, file);
      return (
        outer.is('argument_list') &&
        /^\(System\.getProperty\("java\.io\.tmpdir"\)(?:,\s*"[^"]*")+\)$/.test(outer.text()) &&
        isTouched(call, file)
      );
    }),
  ],
};
