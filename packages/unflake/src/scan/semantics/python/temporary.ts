/** Temporary files and folders of Python that outlive the test. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { functionAround, isFixture } from './around.ts';
import { callsIn } from './calls-in.ts';
import { fateOf, isLetGo } from './fate.ts';

const REMOVES = /^(?:rmtree|remove|unlink|rmdir|removedirs|rename|replace|move|cleanup)$/;

export function isTemporaryLeft(creation: Node, file: SourceFile): boolean {
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
      return !callsIn(around).some(({ last }) => REMOVES.test(last));
    case 'kept':
      // Of `handle, path = mkstemp()` the path is what stays.
      return !isLetGo({ ...fate, names: fate.names.slice(-1) }, REMOVES);
    default:
      return fate satisfies never;
  }
}
