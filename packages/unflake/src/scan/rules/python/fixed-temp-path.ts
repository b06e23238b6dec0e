import type { SourceFile } from '../../facts/source-file.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { startOfPath, TOUCHES, touchedPaths } from './opened-paths.ts';
import { inFile, inTest } from './sample.ts';

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
  flags: [
    inTest('', 'with open("/tmp/out.txt", "w") as out:', '    assert run(out)'),
    inTest('os', 'os.makedirs("/var/tmp/cache")', 'assert run()'),
    'from pathlib import Path\ndef test_a():\n    out = Path("/tmp/out")\n    out.mkdir()\n    assert run(out)\n',
    inTest('os tempfile', 'place = os.path.join(tempfile.gettempdir(), "cache")', 'assert run(place)'),
    inTest('os', 'run("/tmp/out.txt")', 'assert os.path.exists("/tmp/out.txt")'),
  ],
  allows: [
    inTest('', 'assert normalise("/tmp/a/../b") == "/tmp/b"'),
    inTest('', 'with open(tmp_path / "out.txt", "w") as out:', '    assert run(out)'),
    'from pathlib import PurePath\ndef test_a():\n    assert PurePath("/tmp/a").name == "a"\n',
    'from pathlib import Path\ndef test_a():\n    assert Path("/tmp/a").name == "a"\n',
    { file: 'app/main.py', text: inFile('', 'def log():\n    return open("/tmp/app.log", "a")') },
    inTest('', 'assert "/tmp/none" in str(error)'),
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
