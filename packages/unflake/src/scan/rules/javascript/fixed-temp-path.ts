import { literal } from '../../syntax/node.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

export const fixedTempPath: Rule = {
  id: 'javascript/fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a path below the temporary folder that is the same for everybody',
  why: 'Two runs, two workers or two users write over each other’s files; and the next run finds what this one left.',
  fix: 'Let the system choose: `mkdtemp(join(tmpdir(), "app-"))`, one folder for each test.',
  find: [
    nodes(
      { rule: { kind: 'string', regex: '^["\'](?:/tmp/|/var/tmp/|[A-Za-z]:\\\\\\\\[Tt]e?mp\\\\\\\\)' } },
      isTouched,
    ),
    nodes({ rule: { kind: 'template_string', regex: '^`(?:/tmp/|/var/tmp/)[^$]*`$' } }, isTouched),
    calls(['path.join', 'path.resolve', 'path.posix.join', 'path/posix.join'], ({ node, args, file }) => {
      if (!/^(?:os\.)?tmpdir\(\)$/.test(args[0]?.text() ?? '') || args.length < 2) return false;
      return args.slice(1).every((arg) => literal(arg) !== null) && isTouched(node, file);
    }),
    nodes({ rule: { kind: 'binary_expression', regex: '^(?:os\\.)?tmpdir\\(\\) \\+ ["\'][^"\']*["\']$' } }, isTouched),
  ],
};
