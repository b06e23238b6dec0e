import { nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

export const fixedTempPath: Rule = {
  id: 'java/fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a path below the temporary folder that is the same for everybody',
  why: 'Two runs, two forks or two users write over each other’s files; and the next run finds what this one left.',
  fix: 'Take the folder from JUnit: `@TempDir Path dir` (JUnit 5), `TemporaryFolder` (JUnit 4).',
  find: [
    nodes(
      { rule: { kind: 'string_literal', regex: '^"(?:/tmp/|/var/tmp/|[A-Za-z]:\\\\\\\\[Tt]e?mp\\\\\\\\)' } },
      isTouched,
    ),
    nodes({ rule: { kind: 'string_literal', regex: '^"java\\.io\\.tmpdir"$' } }, (node, file) => {
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
