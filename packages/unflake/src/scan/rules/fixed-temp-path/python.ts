import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/python/around.ts';
import { callOf, callsIn } from '../../semantics/python/calls-in.ts';
import { startOfPath, TOUCHES, touchedPaths } from '../../semantics/python/opened-paths.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const SHARED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm|[A-Z]:[\\/]+Te?mp)(?:[\\/]|$)/;

export const python: LanguageRule = {
  fix: 'Take pytest’s `tmp_path`, or `tempfile.TemporaryDirectory()`.',
  find: [
    calls(TOUCHES, ({ node, name, file }) =>
      touchedPaths(node, name, file).some((path) => SHARED.test(startOfPath(path, file) ?? '')),
    ),
    // The same path is touched elsewhere in the test.
    nodesOf('string', /^.?["'](?:\/tmp|\/var\/tmp|\/dev\/shm)\//, isTouchedToo),
    calls('os.path.join pathlib.Path', ({ node, name, args, file }) => {
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
