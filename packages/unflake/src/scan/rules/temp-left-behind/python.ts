import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround, isFixture } from '../../semantics/python/around.ts';
import { callsIn, keyword } from '../../semantics/python/calls-in.ts';
import { fateOf, isLetGo } from '../../semantics/python/fate.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const REMOVES = /^(?:rmtree|remove|unlink|rmdir|removedirs|rename|replace|move|cleanup)$/;

export const python: LanguageRule = {
  fix: 'Take pytest’s `tmp_path`, or `with tempfile.TemporaryDirectory() as place:`; in unittest `self.addCleanup(shutil.rmtree, place)`.',
  find: [
    calls('tempfile.mkdtemp tempfile.mkstemp tempfile.mktemp', ({ node, file }) => isLeft(node, file)),
    calls(
      'tempfile.NamedTemporaryFile',
      ({ node, args, file }) => keyword(args, 'delete')?.text() === 'False' && isLeft(node, file),
    ),
  ],
};

function isLeft(creation: Node, file: SourceFile): boolean {
  const around = functionAround(creation);
  if (around === null) return false;
  const fate = fateOf(creation, file);
  switch (fate.kind) {
    case 'managed':
      return false;
    // Who gets it from a fixture does not know that it must be removed.
    case 'returned':
      return isFixture(around);
    case 'handed-on':
    case 'chained':
    case 'dropped':
      return !callsIn(around, file).some(({ last }) => REMOVES.test(last));
    case 'kept':
      // Of `handle, path = mkstemp()` the path is what stays.
      return !isLetGo({ ...fate, names: fate.names.slice(-1) }, REMOVES, file);
    default:
      return fate satisfies never;
  }
}
