import type { SourceFile } from '../../facts/source-file.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { startOfPath, TOUCHES, touchedPaths } from './opened-paths.ts';

const SHARED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm|[A-Z]:[\\/]+Te?mp)(?:[\\/]|$)/;

export const fixedTempPath: Rule = {
  id: 'python/fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a fixed path in the directory for temporary files',
  why: 'Two runs on one machine, or two tests side by side, write into the same file; what one leaves the next one finds.',
  fix: 'Take pytest’s `tmp_path`, or `tempfile.TemporaryDirectory()`.',
  find: [
    calls(TOUCHES, ({ node, name, file }) =>
      touchedPaths(node, name, file).some((path) => SHARED.test(startOfPath(path, file) ?? '')),
    ),
    // The same path is touched elsewhere in the test.
    nodes({ rule: { kind: 'string', regex: '^.?["\'](?:/tmp|/var/tmp|/dev/shm)/' } }, isTouchedToo),
    calls(['os.path.join', 'pathlib.Path'], ({ node, name, args, file }) => {
      const [first] = args;
      if (first === undefined || !/\bgettempdir\(\)$/.test(first.text())) return false;
      const outer = node.parent();
      const rest = name === 'os.path.join' ? args[1] : outer?.is('binary_operator') ? outer.field('right') : null;
      return rest != null && literal(rest) !== null && functionAround(node) !== null && file.isTestFile;
    }),
  ],
};

function isTouchedToo(text: Node, file: SourceFile): boolean {
  const outer = text.parent();
  const around = functionAround(text);
  if (around === null || outer === null || !/^(?:argument_list|keyword_argument)$/.test(outer.kind())) return false;
  const path = literal(text);
  return (
    callsIn(around, file).some(({ node, callee }) =>
      file
        .meanings(callee, node)
        .some(
          (name) =>
            TOUCHES.includes(name) &&
            touchedPaths(node, name, file).some((one) => literal(one) === path && path !== null),
        ),
    ) && callOf(outer.parent()!).callee !== ''
  );
}
