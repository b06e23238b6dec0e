import { isTouched } from '../../semantics/javascript/touched-paths.ts';
import { literal } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const javascript: LanguageRule = {
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
