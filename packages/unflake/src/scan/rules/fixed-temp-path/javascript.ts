import { isTouched } from '../../semantics/javascript/touched-paths.ts';
import { literal } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Let the system choose: `mkdtemp(join(tmpdir(), "app-"))`, one folder for each test.',
  find: [
    nodesOf('string', /^["'](?:\/tmp\/|\/var\/tmp\/|[A-Za-z]:\\\\[Tt]e?mp\\\\)/, isTouched),
    nodesOf('template_string', /^`(?:\/tmp\/|\/var\/tmp\/)[^$]*`$/, isTouched),
    calls('path.join path.resolve path.posix.join path/posix.join', ({ node, args, file }) => {
      if (!/^(?:os\.)?tmpdir\(\)$/.test(args[0]?.text() ?? '') || args.length < 2) return false;
      return args.slice(1).every((arg) => literal(arg) !== null) && isTouched(node, file);
    }),
    nodesOf('binary_expression', /^(?:os\.)?tmpdir\(\) \+ ["'][^"']*["']$/, isTouched),
  ],
};
