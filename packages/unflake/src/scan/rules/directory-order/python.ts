import type { SourceFile } from '../../facts/source-file.ts';
import { callOf } from '../../semantics/python/calls-in.ts';
import { seenInOrder } from '../../semantics/python/seen-in-order.ts';
import { givenValue } from '../../semantics/python/values.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Sort where you list: `sorted(os.listdir(path))`, `sorted(path.iterdir())`.',
  find: [
    calls('os.listdir os.scandir glob.glob glob.iglob', ({ node, file }) => seenInOrder(node, 'row', file) !== null),
    calls(
      '*.iterdir *.glob *.rglob',
      ({ node, name, file }) =>
        !name.startsWith('glob.') && isPath(node, file) && seenInOrder(node, 'row', file) !== null,
    ),
  ],
};

const PATH = /(?:^|[^a-z])(?:path|dir|directory|folder|root|place|base|home|target|tmp)s?(?:$|[^a-z])|Path\(/i;

/** `iterdir` is a path's alone; the others are methods of much. */
function isPath(call: Node, file: SourceFile): boolean {
  const { last, on } = callOf(call);
  if (last === 'iterdir') return true;
  const object = call.field('function')?.field('object') ?? null;
  return PATH.test(on ?? '') || PATH.test(givenValue(object, file)?.text() ?? '');
}
